#pragma once

#include "engine/core/message.h"

#include <exception>

namespace netsmith {

/// What an error means to a caller; the value is the command line's exit code.
enum class ErrorKind {
    failed = 1, ///< anything else: a bug or the system
    usage = 2, ///< the call or the command line was wrong
    input = 3, ///< a file, a graph, a setting or data was wrong
    resources = 4, ///< memory or disk ran out
    diverged = 5, ///< training made a NaN or an infinity
    deviceLost = 6, ///< this process can't use the device again
};

/// The engine's only exception: says what was expected, what was got, where, and what to do next.
class Error : public std::exception {
public:
    template <class... Arguments>
    Error(ErrorKind kind, MessageTemplate sentence, Arguments&&... arguments)
        : Error(kind, Message(sentence, std::forward<Arguments>(arguments)...))
    {
    }
    Error(ErrorKind kind, Message message)
        : m_kind(kind)
        , m_message(std::move(message))
        , m_text(m_message.text())
    {
    }

    ErrorKind kind() const { return m_kind; }
    const Message& message() const { return m_message; }
    MessageFacts::Cause cause() const { return m_message.facts().cause; }
    const char* what() const noexcept override { return m_text.c_str(); }

private:
    ErrorKind m_kind;
    Message m_message;
    std::string m_text;
};

/// Throws that a file, a setting or a name is invalid.
template <class... Arguments>
[[noreturn]] void refuse(MessageTemplate sentence, Arguments&&... arguments)
{
    throw Error(ErrorKind::input, sentence, std::forward<Arguments>(arguments)...);
}

} // namespace netsmith
