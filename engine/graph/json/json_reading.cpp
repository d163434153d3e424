#include "engine/graph/json/json_text.h"

#include <algorithm>
#include <unordered_set>

namespace netsmith {
namespace {

constexpr std::size_t deepest = 64;

/// Builds the value while it watches depth and keys, which the parser itself does not.
class Builder : public nlohmann::json_sax<Json> {
public:
    explicit Builder(std::string_view text)
        : m_text(text)
    {
    }

    bool null() override { return add(nullptr); }
    bool boolean(bool value) override { return add(value); }
    bool number_integer(number_integer_t value) override { return add(value); }
    bool number_unsigned(number_unsigned_t value) override { return add(value); }
    bool number_float(number_float_t value, const string_t&) override { return add(value); }
    bool string(string_t& value) override { return add(std::move(value)); }
    bool binary(binary_t&) override { return false; } // never in text
    bool start_object(std::size_t) override { return open(Json::object()); }
    bool start_array(std::size_t) override { return open(Json::array()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(string_t& name) override
    {
        Level& level = m_levels.back();
        level.key = name;
        if (!level.keys.insert(name).second)
            return fail(
                Error(ErrorKind::input, NS_MESSAGE("json.key", "{0}: this key appears twice; remove one of them"), place()));
        return true;
    }

    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) override
    {
        const std::string_view before = m_text.substr(0, std::min(position, m_text.size()));
        const auto line = std::ranges::count(before, '\n') + 1;
        const auto lineStart = before.rfind('\n') + 1; // npos + 1 is 0
        return fail(
            Error(ErrorKind::input,
                  NS_MESSAGE("json.syntax",
                             "the text is not valid JSON at line {0}, column {1}, near {2}; it may be truncated or edited by hand"),
                  line, std::max<std::size_t>(before.size() - lineStart, 1), place()));
    }

    Expected<Json> result()
    {
        if (m_error)
            return std::move(*m_error);
        return std::move(m_root);
    }

private:
    struct Level {
        Json* container;
        std::string key; ///< of the value being read, in an object
        std::unordered_set<std::string> keys;
    };

    bool fail(Error error)
    {
        m_error = std::move(error);
        return false;
    }

    /// The pointer of the value being read.
    Message place() const
    {
        std::string pointer;
        for (const Level& level : m_levels)
            pointer = level.container->is_array() ? pointerTo(pointer, level.container->size() - (&level != &m_levels.back()))
                                                  : pointerTo(pointer, level.key);
        return pointer.empty() ? Message(NS_MESSAGE("json.beginning", "the beginning"))
                               : Message(NS_MESSAGE("json.place", "{0}"), std::move(pointer));
    }

    /// Puts a value where it belongs and returns it there.
    Json& put(Json value)
    {
        if (m_levels.empty())
            return m_root = std::move(value);
        Json& container = *m_levels.back().container;
        if (container.is_array()) {
            container.push_back(std::move(value));
            return container.back();
        }
        // Appended directly: the keys are known to differ, and looking each up again would take quadratic time.
        auto& object = container.get_ref<Json::object_t&>();
        object.emplace_back(m_levels.back().key, std::move(value));
        return object.back().second;
    }

    bool add(Json value)
    {
        put(std::move(value));
        return true;
    }

    bool open(Json container)
    {
        if (m_levels.size() == deepest)
            return fail(
                Error(ErrorKind::input, NS_MESSAGE("json.depth", "{0}: values are nested more than {1} deep"), place(), deepest));
        Json& placed = put(std::move(container));
        m_levels.push_back({&placed, {}, {}});
        return true;
    }

    bool close()
    {
        m_levels.pop_back();
        return true;
    }

    std::string_view m_text;
    Json m_root;
    std::vector<Level> m_levels;
    std::optional<Error> m_error;
};

} // namespace

Expected<Json> readJson(std::string_view text)
{
    Builder builder(text);
    Json::sax_parse(text, &builder);
    return builder.result();
}

std::string pointerTo(std::string_view pointer, std::string_view key)
{
    std::string out(pointer);
    out += '/';
    for (const char c : key)
        if (c == '~')
            out += "~0";
        else if (c == '/')
            out += "~1";
        else
            out += c;
    return out;
}

std::string pointerTo(std::string_view pointer, std::size_t index)
{
    return pointerTo(pointer, std::to_string(index));
}

} // namespace netsmith
