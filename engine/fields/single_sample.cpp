#include "engine/fields/single_sample.h"

namespace netsmith::data {

Field sampleOf(const Field& field, std::int64_t index)
{
    const std::byte* const first = field.bytes.get() + index * field.spec.strideBytes();
    Field sample{field.spec, 1, std::shared_ptr<const std::byte[]>(field.bytes, first)};
    sample.spec.stride = 0; // one sample has no next one
    return sample;
}

} // namespace netsmith::data
