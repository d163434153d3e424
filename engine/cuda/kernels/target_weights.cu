#include "engine/cuda/kernels/target_weights.h"

#include "engine/cuda/kernels/launch.h"

#include <limits>

namespace netsmith::cuda::kernels {
namespace {

NS_DEVICE inline std::int64_t classOf(const std::int32_t* target, std::int64_t row, std::int64_t)
{
    return target[row];
}
NS_DEVICE inline std::int64_t classOf(const float* target, std::int64_t row, std::int64_t columns)
{
    if (columns == 0)
        return target[row] >= 0.0f && target[row] < 1e9f ? static_cast<std::int64_t>(target[row]) : -1;
    std::int64_t best = 0;
    for (std::int64_t c = 1; c < columns; ++c)
        if (target[row * columns + c] > target[row * columns + best])
            best = c;
    return best;
}

/// The rows whose class is among the table entries passed with one launch; the first launch also marks unknown classes.
template <class Target>
struct TargetWeights {
    static constexpr std::int64_t most = 64;

    const Target* target;
    std::int64_t columns;
    std::int64_t classes;
    const float* weight;
    std::int64_t each;
    float* out;
    std::int64_t first = 0;
    std::int64_t count = 0;
    float table[most] = {};

    NS_DEVICE void operator()(std::int64_t row) const
    {
        const std::int64_t wanted = classOf(target, row, columns);
        const bool known = wanted >= 0 && wanted < classes;
        if (known ? wanted < first || wanted >= first + count : first > 0)
            return;
        const float own = known ? table[wanted - first] : std::numeric_limits<float>::quiet_NaN();
        out[row] = weight ? own * weight[row / each] : own;
    }
};

} // namespace

template <class Target>
void targetWeights(Stream& stream, const Target* target, std::int64_t columns, std::span<const float> table, const float* weight,
                   std::int64_t each, float* out, std::int64_t rows)
{
    const auto classes = static_cast<std::int64_t>(table.size());
    TargetWeights<Target> part{target, columns, classes, weight, each, out};
    for (part.first = 0; part.first < classes; part.first += part.count) {
        part.count = std::min(classes - part.first, TargetWeights<Target>::most);
        std::copy_n(table.begin() + part.first, part.count, part.table);
        launchEach(stream, rows, part);
    }
}

template void targetWeights(Stream&, const std::int32_t*, std::int64_t, std::span<const float>, const float*, std::int64_t, float*,
                            std::int64_t);
template void targetWeights(Stream&, const float*, std::int64_t, std::span<const float>, const float*, std::int64_t, float*,
                            std::int64_t);

} // namespace netsmith::cuda::kernels
