#include "engine/fields/text/token_fit.h"

#include "engine/core/parallel.h"
#include "engine/fields/text/token_rows.h"
#include "engine/fields/text/token_windows.h"

#include <algorithm>
#include <cstring>

namespace netsmith::data {
namespace {

constexpr std::int64_t tokenGrain = 1 << 16;

/// A number of a field of u8 or i32.
std::size_t tokenAt(DataType type, const std::byte* bytes, std::size_t index)
{
    if (type == DataType::u8)
        return std::to_integer<std::size_t>(bytes[index]);
    std::int32_t number = 0;
    std::memcpy(&number, bytes + index * sizeof number, sizeof number);
    return static_cast<std::size_t>(number);
}

/// The raw field once these are its tokens. Its type is the same whichever samples choose them.
FieldSpec withTokens(const FieldSpec& raw, std::vector<std::string> tokens)
{
    FieldSpec spec = raw;
    spec.vocabulary = std::make_shared<const Vocabulary>(raw.vocabulary->rule(), std::move(tokens));
    spec.type = idType(static_cast<int>(std::min<std::int64_t>(raw.tokensAtMost, raw.vocabulary->size())));
    spec.classes = spec.vocabulary->size();
    spec.classNames = spec.vocabulary->shownTokens();
    spec.tokensAtMost = 0;
    return spec;
}

std::size_t tokensKept(const FieldSpec& raw, std::size_t different)
{
    return std::min(different, static_cast<std::size_t>(raw.tokensAtMost - Vocabulary::firstToken));
}

} // namespace

FieldSpec declaredTokens(const FieldSpec& raw)
{
    const std::vector<std::string>& all = raw.vocabulary->tokens();
    const auto end = all.begin() + static_cast<std::ptrdiff_t>(tokensKept(raw, all.size()));
    return withTokens(raw, std::vector<std::string>(all.begin(), end));
}

FieldSpec fitTokens(const Field& raw, std::span<const std::int32_t> samples)
{
    const Vocabulary& all = *raw.spec.vocabulary;
    std::vector<std::int64_t> counts(static_cast<std::size_t>(all.size()), 0);
    const auto length = static_cast<std::size_t>(raw.spec.shape.elements());
    for (const std::int32_t sample : samples) {
        const std::byte* bytes = raw.sample(sample).data();
        for (std::size_t i = 0; i < length; ++i)
            ++counts[tokenAt(raw.spec.type, bytes, i)];
    }
    std::vector<std::pair<std::int64_t, std::string_view>> found;
    for (std::int32_t id = Vocabulary::firstToken; id < all.size(); ++id)
        if (const std::int64_t count = counts[static_cast<std::size_t>(id)]; count > 0)
            found.emplace_back(-count, all.token(id)); // negative, so that the most frequent come first
    std::ranges::sort(found);
    found.resize(tokensKept(raw.spec, found.size()));
    std::vector<std::string> tokens;
    for (const auto& [count, token] : found)
        tokens.emplace_back(token);
    return withTokens(raw.spec, std::move(tokens));
}

Field applyTokens(const Field& field, const FieldSpec& fitted, std::int64_t memory)
{
    FieldSpec spec = field.spec;
    spec.vocabulary = fitted.vocabulary;
    spec.classes = fitted.classes;
    spec.classNames = fitted.classNames;
    spec.tokensAtMost = 0;
    const Vocabulary& before = *field.spec.vocabulary;
    if (field.spec.vocabulary == fitted.vocabulary || before == *fitted.vocabulary)
        return {std::move(spec), field.count, field.bytes};
    spec.type = fitted.type;
    std::vector<std::int32_t> numbers{Vocabulary::padding, Vocabulary::unknown};
    for (const std::string& token : before.tokens())
        numbers.push_back(fitted.vocabulary->idOf(token));
    const SampleRoom room({spec}, field.count, memory);
    NewField made = room.makeField(spec, field.count);
    const auto size = static_cast<std::int64_t>(sizeOf(spec.type));
    parallelFor(std::ssize(made.field.all()) / size, tokenGrain, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) {
            const std::size_t number = tokenAt(field.spec.type, field.bytes.get(), static_cast<std::size_t>(i));
            writeClass(number < numbers.size() ? numbers[number] : Vocabulary::unknown, spec, made.bytes + i * size);
        }
    });
    room.settle(made.field.all());
    return std::move(made.field);
}

} // namespace netsmith::data
