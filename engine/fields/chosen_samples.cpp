#include "engine/fields/chosen_samples.h"

#include "engine/core/files/mapped_file.h"

#include <algorithm>

namespace netsmith::data {

Field chosenSamples(const Field& field, std::span<const std::int32_t> samples)
{
    const auto follow = [](std::int32_t one, std::int32_t next) { return next != one + 1; };
    if (std::ranges::adjacent_find(samples, follow) == samples.end())
        return {field.spec, std::ssize(samples), {field.bytes, field.bytes.get() + samples.front() * field.spec.strideBytes()}};
    FieldSpec spec = field.spec;
    spec.stride = 0;
    NewField made = makeField(std::move(spec), std::ssize(samples));
    std::byte* out = made.bytes;
    for (const std::int32_t sample : samples)
        out = std::ranges::copy(field.sample(sample), out).out;
    checkMapped(field.all());
    return std::move(made.field);
}

} // namespace netsmith::data
