#pragma once

#include "engine/graph/json/json_object.h"
#include "engine/graph/specs/spec.h"

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace netsmith {

/// The kinds of things that a project names by an id and gives parameters to; each has a registry.
enum class ComponentKind { layer, loss, metric, optimizer, schedule, source, transform };
inline constexpr std::array componentKinds{ComponentKind::layer,     ComponentKind::loss,     ComponentKind::metric,
                                           ComponentKind::optimizer, ComponentKind::schedule, ComponentKind::source,
                                           ComponentKind::transform};
/// "layer", "data source".
std::string_view nameOf(ComponentKind kind);

/// Keys with this prefix are free for the user: they are not read, but kept.
inline constexpr std::string_view freePrefix = "x-";

class ObjectDeclaration;

/// One key of an object of a file, and what it holds.
struct KeyFormat {
    enum class Holds { text, texts, integer, number, position, port, parameters, setting, object, objects, named };
    std::string name;
    std::string doc;
    Holds holds = Holds::text;
    bool required = false;
    const ParameterSpec* setting = nullptr; ///< for `setting`: what declares it
    const ObjectDeclaration* object = nullptr; ///< for `object`, `objects` (an array) and `named` (an object of them)
};

/// What an object of a file may hold: reader, check and schema use this.
class ObjectDeclaration {
public:
    const std::string& name() const { return m_name; }
    const std::string& doc() const { return m_doc; }
    const std::vector<KeyFormat>& keys() const { return m_keys; }
    const KeyFormat* key(std::string_view name) const;
    /// What the object names, if anything, and by which key.
    const std::optional<ComponentKind>& component() const { return m_component; }
    const std::string& componentKey() const { return m_componentKey; }

protected:
    ObjectDeclaration(std::string name, std::string doc)
        : m_name(std::move(name))
        , m_doc(std::move(doc))
    {
    }

    std::string m_name;
    std::string m_doc;
    std::vector<KeyFormat> m_keys;
    std::optional<ComponentKind> m_component;
    std::string m_componentKey;
};

/// A position in a file, whose pointer is made on demand.
struct FilePlace {
    const FilePlace* above = nullptr;
    std::string_view key;
    std::size_t index = 0;
    bool isIndex = false;

    std::string pointer() const;
};

/// The format errors of a file. Reading stops after `most` errors.
class FormatErrors {
public:
    static constexpr std::size_t most = 20;

    void add(const Error& error);
    /// Runs `read`, which may throw one error.
    template <class Read>
    void attempt(Read read)
    {
        try {
            if (!enough())
                read();
        } catch (const Error& error) {
            add(error);
        }
    }
    bool enough() const { return m_errors.size() >= most; }
    /// Throws everything that was found as one error.
    void throwIfAny() const;

private:
    std::vector<Error> m_errors;
};

/// An object of a file that was read, as seen while walking over a format.
struct SeenObject {
    const ObjectDeclaration& format;
    const FilePlace& place;
    const Json& extra; ///< the keys that the format does not know, and the free ones among its parameters
    const std::string* component; ///< the id of what it names; null if it names nothing
};
using ObjectVisitor = std::function<void(const SeenObject&)>;

/// Adds a key to an object (or to null) that does not have it.
void addTo(Json& object, const std::string& key, const Json& value);

/// `[x, y]`; throws `json.type`.
std::pair<double, double> positionFrom(const Json& json, std::string_view pointer);
/// The value of a declared setting; throws `json.type` if it has a different type.
ParameterValue settingFrom(const ParameterSpec& spec, const Json& json, std::string_view pointer);

/// Declares the keys of an object and binds each to a member of the struct `T`, which keeps unknown keys in its member `extra`.
template <class T>
class ObjectFormat : public ObjectDeclaration {
public:
    using Read = std::function<void(T&, const Json&, const std::string& pointer, FormatErrors&)>;
    using Walk = std::function<void(const T&, const FilePlace&, const ObjectVisitor&)>;

    ObjectFormat(std::string name, std::string doc)
        : ObjectDeclaration(std::move(name), std::move(doc))
    {
    }

    /// Makes the key declared last required.
    ObjectFormat& required()
    {
        m_keys.back().required = true;
        return *this;
    }
    /// Declares that the text member under `key` names one of these.
    ObjectFormat& names(ComponentKind kind, std::string key, std::string T::*member)
    {
        m_component = kind;
        m_componentKey = std::move(key);
        m_named = member;
        return *this;
    }

    ObjectFormat& key(KeyFormat format, Read read)
    {
        m_keys.push_back(std::move(format));
        m_reads.push_back(std::move(read));
        return *this;
    }
    ObjectFormat& text(std::string name, std::string T::*member, std::string doc)
    {
        return key({std::move(name), std::move(doc), KeyFormat::Holds::text},
                   [member](T& out, const Json& json, const std::string& pointer, FormatErrors&) {
                       out.*member = textFrom(json, pointer);
                   });
    }
    ObjectFormat& texts(std::string name, std::vector<std::string> T::*member, std::string doc)
    {
        return key({std::move(name), std::move(doc), KeyFormat::Holds::texts},
                   [member](T& out, const Json& json, const std::string& pointer, FormatErrors& errors) {
                       (out.*member).clear();
                       for (const Json& entry : arrayFrom(json, pointer))
                           errors.attempt(
                               [&] { (out.*member).push_back(textFrom(entry, pointerTo(pointer, (out.*member).size()))); });
                   });
    }
    ObjectFormat& number(std::string name, double T::*member, std::string doc)
    {
        return key({std::move(name), std::move(doc), KeyFormat::Holds::number},
                   [member](T& out, const Json& json, const std::string& pointer, FormatErrors&) {
                       out.*member = numberFrom(json, pointer);
                   });
    }
    ObjectFormat& position(double T::*x, double T::*y, std::string doc)
    {
        return key({"position", std::move(doc), KeyFormat::Holds::position},
                   [x, y](T& out, const Json& json, const std::string& pointer, FormatErrors&) {
                       std::tie(out.*x, out.*y) = positionFrom(json, pointer);
                   });
    }
    /// Free keys among them are kept in `extra`.
    ObjectFormat& parameters(ParameterMap T::*member, std::string doc)
    {
        return key({"parameters", std::move(doc), KeyFormat::Holds::parameters},
                   [member](T& out, const Json& json, const std::string& pointer, FormatErrors& errors) {
                       const JsonObject object(json, pointer);
                       for (const auto& item : json.items()) {
                           if (item.key().starts_with(freePrefix)) {
                               addTo(out.extra["parameters"], item.key(), item.value());
                               continue;
                           }
                           errors.attempt([&] {
                               (out.*member).insert_or_assign(item.key(), parameterFrom(item.value(), object.at(item.key())));
                           });
                       }
                   });
    }
    /// One key each; their types are checked when reading, their ranges by `settingsProblems`. `declared` outlives the format.
    ObjectFormat& settings(const ParameterBuilder<T>& declared)
    {
        for (const ParameterSpec& spec : declared.specs())
            key({spec.name, spec.doc, KeyFormat::Holds::setting, false, &spec},
                [&declared, &spec](T& out, const Json& json, const std::string& pointer, FormatErrors&) {
                    declared.assign(out, spec.name, settingFrom(spec, json, pointer));
                });
        return *this;
    }
    template <class Part>
    ObjectFormat& object(std::string name, Part T::*member, const ObjectFormat<Part>& format, std::string doc)
    {
        m_walks.emplace_back([member, &format, name](const T& from, const FilePlace& place, const ObjectVisitor& visit) {
            format.walk(from.*member, {&place, name}, visit);
        });
        return key({std::move(name), std::move(doc), KeyFormat::Holds::object, false, nullptr, &format},
                   [member, &format](T& out, const Json& json, const std::string& pointer, FormatErrors& errors) {
                       out.*member = format.read(json, pointer, errors);
                   });
    }
    template <class Part>
    ObjectFormat& objects(std::string name, std::vector<Part> T::*member, const ObjectFormat<Part>& format, std::string doc)
    {
        m_walks.emplace_back([member, &format, name](const T& from, const FilePlace& place, const ObjectVisitor& visit) {
            const FilePlace array{&place, name};
            for (std::size_t i = 0; i < (from.*member).size(); ++i)
                format.walk((from.*member)[i], {&array, {}, i, true}, visit);
        });
        return key({std::move(name), std::move(doc), KeyFormat::Holds::objects, false, nullptr, &format},
                   [member, &format](T& out, const Json& json, const std::string& pointer, FormatErrors& errors) {
                       (out.*member).clear();
                       for (const Json& entry : arrayFrom(json, pointer)) {
                           if (errors.enough())
                               return;
                           (out.*member).push_back(format.read(entry, pointerTo(pointer, (out.*member).size()), errors));
                       }
                   });
    }
    /// An object with arbitrary keys.
    template <class Part>
    ObjectFormat& named(std::string name, std::map<std::string, Part> T::*member, const ObjectFormat<Part>& format, std::string doc)
    {
        m_walks.emplace_back([member, &format, name](const T& from, const FilePlace& place, const ObjectVisitor& visit) {
            const FilePlace object{&place, name};
            for (const auto& [each, part] : from.*member)
                format.walk(part, {&object, each}, visit);
        });
        return key({std::move(name), std::move(doc), KeyFormat::Holds::named, false, nullptr, &format},
                   [member, &format](T& out, const Json& json, const std::string& pointer, FormatErrors& errors) {
                       const JsonObject object(json, pointer);
                       for (const auto& item : json.items())
                           (out.*member).emplace(item.key(), format.read(item.value(), object.at(item.key()), errors));
                   });
    }

    /// Omitted keys have the default of `T`.
    T read(const Json& json, const std::string& pointer, FormatErrors& errors) const
    {
        T out;
        errors.attempt([&] {
            JsonObject object(json, pointer);
            auto& extra = out.extra.template get_ref<Json::object_t&>();
            std::vector<bool> seen(m_keys.size(), false);
            for (const auto& item : json.items()) {
                const KeyFormat* known = ObjectDeclaration::key(item.key());
                if (!known) {
                    extra.emplace_back(item.key(), item.value());
                    continue;
                }
                const auto index = static_cast<std::size_t>(known - m_keys.data());
                seen[index] = true;
                errors.attempt([&] { m_reads[index](out, item.value(), object.at(item.key()), errors); });
            }
            for (std::size_t i = 0; i < m_keys.size() && !errors.enough(); ++i)
                if (m_keys[i].required && !seen[i])
                    errors.attempt([&] { object.require(m_keys[i].name); });
        });
        return out;
    }

    /// Calls `visit` for the object and those in it that hold a key unknown to the format.
    void walk(const T& from, const FilePlace& place, const ObjectVisitor& visit) const
    {
        if (!from.extra.empty())
            visit({*this, place, from.extra, m_named ? &(from.*m_named) : nullptr});
        for (const Walk& each : m_walks)
            each(from, place, visit);
    }

private:
    std::vector<Read> m_reads; ///< one a key
    std::vector<Walk> m_walks;
    std::string T::*m_named = nullptr;
};

} // namespace netsmith
