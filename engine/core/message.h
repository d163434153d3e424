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

/// What code acts on, beside the sentence: ids and arguments are for people.
struct MessageFacts {
    enum class Cause {
        other,
        cancelled, ///< a stop was requested
        notInstalled, ///< a backend's module is missing, which is normal
        notARun, ///< a folder holds none
        tooLarge, ///< it does not fit into a device's memory
        deviceMemory, ///< the device ran out of it
        library, ///< a device's library refused what was asked of it
        disk, ///< writing or reading failed
        noCacheFolder, ///< there is no place for data
        cacheFolder, ///< it can't be made
        download,
    };

    Cause cause = Cause::other;
    std::string setting{}; ///< of training, which is to be changed
    std::string dataSource{}; ///< whose files are missing, though they can be downloaded
    std::int64_t batch = 0; ///< that fits, or trains faster

    bool operator==(const MessageFacts&) const = default;
};

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
        inheritFacts();
    }

    /// An existing message, rebuilt from its parts.
    Message(std::string id, std::string pattern, std::vector<MessageArgument> arguments)
        : m_id(std::move(id))
        , m_pattern(std::move(pattern))
        , m_arguments(std::move(arguments))
    {
        inheritFacts();
    }

    /// The same sentence with these facts.
    Message with(MessageFacts facts) &&;

    const std::string& id() const { return m_id; }
    const std::string& pattern() const { return m_pattern; }
    const std::vector<MessageArgument>& arguments() const { return m_arguments; }

    /// The English sentence. A placeholder without an argument stays as it is.
    std::string text() const;

    /// Those given by `with`, or else of the first message within it that has some.
    const MessageFacts& facts() const { return m_facts; }

    /// Whether it says the same.
    bool operator==(const Message& other) const
    {
        return m_id == other.m_id && m_pattern == other.m_pattern && m_arguments == other.m_arguments;
    }

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

    void inheritFacts();

    std::string m_id;
    std::string m_pattern;
    std::vector<MessageArgument> m_arguments;
    MessageFacts m_facts;
};

} // namespace netsmith
