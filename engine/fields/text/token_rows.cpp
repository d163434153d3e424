#include "engine/fields/text/token_rows.h"

#include "engine/fields/text/token_windows.h"

#include <cstring>

namespace netsmith::data {

FieldSpec tokenField(std::int64_t length, std::shared_ptr<const Vocabulary> vocabulary, std::int64_t atMost)
{
    return {.name = "text",
            .type = idType(vocabulary->size()),
            .shape = {length},
            .classes = vocabulary->size(),
            .classNames = atMost > 0 ? std::vector<std::string>() : vocabulary->shownTokens(),
            .padding = Vocabulary::padding,
            .vocabulary = std::move(vocabulary),
            .tokensAtMost = atMost};
}

void writeTokens(std::string_view text, const FieldSpec& field, std::byte* out)
{
    const auto size = static_cast<std::int64_t>(sizeOf(field.type));
    Tokens tokens(text, field.vocabulary->rule());
    for (std::int64_t i = 0; i < field.shape[0]; ++i) {
        const bool more = tokens.next();
        writeClass(more ? field.vocabulary->idOf(tokens.token()) : Vocabulary::padding, field, out + i * size);
    }
}

Message unknownWords(const std::string& name, const std::set<std::string>& words)
{
    std::string list;
    for (const std::string& word : words)
        list += (list.empty() ? "\"" : ", \"") + word + '"';
    return Message(NS_MESSAGE("data.text.unseen", "{0} holds {1}, which training never saw; the network reads them as unknown"),
                   name, list);
}

void writeClass(int number, const FieldSpec& field, std::byte* out)
{
    if (field.type == DataType::u8)
        *out = static_cast<std::byte>(number);
    else
        std::memcpy(out, &number, sizeof number);
}

} // namespace netsmith::data
