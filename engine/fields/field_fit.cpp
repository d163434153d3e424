#include "engine/fields/field_fit.h"

#include "engine/core/error.h"
#include "engine/fields/text/token_fit.h"

#include <numeric>

namespace netsmith::data {

bool isRaw(const FieldSpec& spec)
{
    return spec.tokensAtMost > 0 || (!spec.columns.empty() && !spec.columns.front().fitted);
}

FieldSpec unfitted(FieldSpec fitted)
{
    for (Column& column : fitted.columns) {
        column.fitted = false;
        column.fit = {};
    }
    return fitted;
}

void requireFit(const FieldSpec& given, const FieldSpec& learnt)
{
    if (learnt.columns.empty() && !given.columns.empty() && !given.columns.front().fitted)
        throw Error(
            ErrorKind::input,
            NS_MESSAGE(
                "data.unfitted",
                "the run did not record the mean and deviation of the columns of \"{0}\", as older runs did not; train it again"),
            learnt.name);
}

FieldSpec fitField(const Field& raw, std::span<const std::int32_t> samples)
{
    return raw.spec.tokensAtMost > 0 ? fitTokens(raw, samples) : fitColumns(raw, samples);
}

Field applyFit(const Field& field, const FieldSpec& fitted, std::int64_t memory)
{
    return field.spec.vocabulary && fitted.vocabulary ? applyTokens(field, fitted, memory) : applyColumns(field, fitted, memory);
}

Field fittedToAll(const Field& field)
{
    if (!isRaw(field.spec))
        return field;
    std::vector<std::int32_t> all(static_cast<std::size_t>(field.count));
    std::iota(all.begin(), all.end(), 0);
    return applyFit(field, fitField(field, all));
}

} // namespace netsmith::data
