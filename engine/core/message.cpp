#include "engine/core/message.h"

#include <fmt/format.h>

namespace netsmith {
namespace {

std::string render(const MessageArgument& argument)
{
    return std::visit(
        []<class T>(const T& value) {
            if constexpr (std::is_same_v<T, NestedMessage>)
                return value->text();
            else
                return fmt::format("{}", value);
        },
        argument);
}

} // namespace

NestedMessage::NestedMessage(Message message)
    : m_message(std::make_shared<const Message>(std::move(message)))
{
}

bool NestedMessage::operator==(const NestedMessage& other) const
{
    return *m_message == *other.m_message;
}

std::string Message::text() const
{
    std::string out;
    for (std::size_t i = 0; i < m_pattern.size(); ++i) {
        const bool placeholder = m_pattern[i] == '{' && i + 2 < m_pattern.size() && m_pattern[i + 2] == '}'
            && m_pattern[i + 1] >= '0' && m_pattern[i + 1] <= '9';
        const auto index = placeholder ? static_cast<std::size_t>(m_pattern[i + 1] - '0') : m_arguments.size();
        if (index >= m_arguments.size()) {
            out += m_pattern[i];
            continue;
        }
        out += render(m_arguments[index]);
        i += 2;
    }
    return out;
}

} // namespace netsmith
