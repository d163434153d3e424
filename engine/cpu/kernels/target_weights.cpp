#include "engine/cpu/kernels/target_weights.h"

#include <algorithm>
#include <limits>

namespace netsmith::kernels {
namespace {

std::int64_t classOf(const std::int32_t* target, std::int64_t row, std::int64_t)
{
    return target[row];
}
/// With 0 columns each number is a class.
std::int64_t classOf(const float* target, std::int64_t row, std::int64_t columns)
{
    if (columns == 0)
        return target[row] >= 0.0f && target[row] < 1e9f ? static_cast<std::int64_t>(target[row]) : -1;
    const float* begin = target + row * columns;
    return std::max_element(begin, begin + columns) - begin;
}

} // namespace

template <class Target>
void targetWeights(const Target* target, std::int64_t columns, std::span<const float> table, const float* weight, std::int64_t each,
                   float* out, std::int64_t rows) noexcept
{
    for (std::int64_t r = 0; r < rows; ++r) {
        const std::int64_t wanted = classOf(target, r, columns);
        const bool known = wanted >= 0 && wanted < static_cast<std::int64_t>(table.size());
        const float found = known ? table[static_cast<std::size_t>(wanted)] : std::numeric_limits<float>::quiet_NaN();
        out[r] = weight ? found * weight[r / each] : found;
    }
}

#define INSTANTIATE(Target)                                                                                                        \
    template void targetWeights(const Target*, std::int64_t, std::span<const float>, const float*, std::int64_t, float*,           \
                                std::int64_t) noexcept;
INSTANTIATE(std::int32_t)
INSTANTIATE(float)

} // namespace netsmith::kernels
