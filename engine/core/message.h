#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

/// Marks a title or a doc for translation; lupdate reads it through `-tr-function-alias QT_TRANSLATE_NOOP+=NS_TEXT`.
#define NS_TEXT(context, text) (text)

/// A sentence with an id and `{0}`-style placeholders; lupdate takes the id as the context.
#define NS_MESSAGE(id, pattern) (::netsmith::MessageTemplate{(id), (pattern)})

namespace netsmith {

struct MessageTemplate {
    std::string_view id;
    std::string_view pattern;
};

class Message;

/// A sentence that stands within another, so that it too can be translated by its id. A value type: equal if it says the same.
class NestedMessage {
public:
    explicit NestedMessage(Message message);

    const Message& operator*() const { return *m_message; }
    const Message* operator->() const { return m_message.get(); }
    bool operator==(const NestedMessage& other) const;

private:
    std::shared_ptr<const Message> m_message;
};

using MessageArgument = std::variant<std::int64_t, double, std::string, NestedMessage>;

/// What happened as an id and typed arguments, so that the engine can render it in English and the studio in any language.
class Message {
public:
    Message() = default;

    /// Arguments are integers, floating-point numbers, characters, other messages or anything a `std::string` is made from.
    template <class... Arguments>
    explicit Message(MessageTemplate sentence, Arguments&&... arguments)
        : m_id(sentence.id)
        , m_pattern(sentence.pattern)
        , m_arguments{toArgument(std::forward<Arguments>(arguments))...}
    {
    }

    /// An existing message, rebuilt from its parts.
    Message(std::string id, std::string pattern, std::vector<MessageArgument> arguments)
        : m_id(std::move(id))
        , m_pattern(std::move(pattern))
        , m_arguments(std::move(arguments))
    {
    }

    const std::string& id() const { return m_id; }
    const std::string& pattern() const { return m_pattern; }
    const std::vector<MessageArgument>& arguments() const { return m_arguments; }

    /// The English sentence. A placeholder without an argument stays as it is.
    std::string text() const;

    bool operator==(const Message&) const = default;

private:
    template <class T>
    static MessageArgument toArgument(T&& value)
    {
        using Plain = std::remove_cvref_t<T>;
        if constexpr (std::is_same_v<Plain, Message>)
            return NestedMessage(std::forward<T>(value));
        else if constexpr (std::is_same_v<Plain, char>)
            return std::string(1, value);
        else if constexpr (std::is_same_v<Plain, bool>)
            return std::int64_t{value};
        else if constexpr (std::is_integral_v<Plain>)
            return std::in_range<std::int64_t>(value) ? MessageArgument(static_cast<std::int64_t>(value)) : std::to_string(value);
        else if constexpr (std::is_floating_point_v<Plain>)
            return static_cast<double>(value);
        else
            return std::string(std::forward<T>(value));
    }

    std::string m_id;
    std::string m_pattern;
    std::vector<MessageArgument> m_arguments;
};

} // namespace netsmith
