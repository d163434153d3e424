#include "engine/core/message.h"

#include "engine/core/placeholder.h"

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

Message Message::with(MessageFacts facts) &&
{
    m_facts = std::move(facts);
    return std::move(*this);
}

void Message::inheritFacts()
{
    for (const MessageArgument& argument : m_arguments)
        if (const auto* nested = std::get_if<NestedMessage>(&argument); nested && m_facts == MessageFacts())
            m_facts = (*nested)->facts();
}

std::string Message::text() const
{
    std::string out;
    for (std::size_t i = 0; i < m_pattern.size();) {
        const auto placeholder = placeholderAt(std::string_view(m_pattern).substr(i));
        if (!placeholder || placeholder->index >= m_arguments.size()) {
            out += m_pattern[i++];
            continue;
        }
        const MessageArgument& argument = m_arguments[placeholder->index];
        out += render(argument);
        if (!placeholder->many.empty()) {
            const auto* count = std::get_if<std::int64_t>(&argument);
            out.append(" ").append(placeholder->noun(count ? *count : 0));
        }
        i += placeholder->length;
    }
    return out;
}

} // namespace netsmith
