#include "engine/fields/text/token_windows.h"

namespace netsmith::data {

std::int64_t windowCount(std::int64_t tokens, const WindowOptions& options)
{
    return tokens <= options.window ? 0 : (tokens - options.window - 1) / options.step + 1;
}

DataType idType(int size)
{
    return size <= 256 ? DataType::u8 : DataType::i32;
}

std::vector<FieldSpec> windowFields(const WindowOptions& options, int size)
{
    FieldSpec text{.name = "text", .type = idType(size), .shape = {options.window}, .classes = size, .stride = options.step};
    FieldSpec next = text;
    next.name = "next";
    if (!options.everyNext)
        next.shape = Shape();
    return {std::move(text), std::move(next)};
}

std::vector<FieldSpec> windowFields(const WindowOptions& options, std::shared_ptr<const Vocabulary> vocabulary)
{
    std::vector<FieldSpec> fields = windowFields(options, vocabulary->size());
    for (FieldSpec& field : fields) {
        field.classNames = vocabulary->shownTokens();
        field.vocabulary = vocabulary;
    }
    return fields;
}

DataSplit windowsOf(const std::vector<FieldSpec>& fields, std::shared_ptr<const std::byte[]> ids, std::int64_t count,
                    std::int64_t window)
{
    DataSplit split;
    if (count == 0)
        return split;
    const FieldSpec& text = fields[0];
    const FieldSpec& next = fields[1];
    const std::int64_t ahead = next.shape.rank() == 0 ? window : 1;
    const std::byte* first = ids.get() + ahead * static_cast<std::int64_t>(sizeOf(text.type));
    split.fields = {{text, count, ids}, {next, count, std::shared_ptr<const std::byte[]>(ids, first)}};
    return split;
}

} // namespace netsmith::data
