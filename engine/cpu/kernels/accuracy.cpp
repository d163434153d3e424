#include "engine/cpu/kernels/accuracy.h"

#include "engine/cpu/kernels/ranges.h"

#define NETSMITH_KERNELS "engine/cpu/kernels/accuracy.cpp"
#include "engine/cpu/kernels/each_isa.h"

#ifdef NETSMITH_LANES
#include "engine/cpu/kernels/rows.h"

/// −1 where there is a NaN.
inline std::int64_t firstMaximum(const float* row, std::int64_t columns)
{
    const float most = maximumOf(row, columns);
    for (std::int64_t c = 0; c < columns; ++c)
        if (row[c] == most)
            return c;
    return -1;
}

inline std::int64_t expectedClass(const std::int32_t* target, std::int64_t row, std::int64_t)
{
    return target[row];
}
inline std::int64_t expectedClass(const float* target, std::int64_t row, std::int64_t columns)
{
    return firstMaximum(target + row * columns, columns);
}

template <class Target>
std::int64_t rightRows(const float* prediction, const Target* target, std::int64_t begin, std::int64_t end, std::int64_t columns)
{
    std::int64_t right = 0;
    for (std::int64_t r = begin; r < end; ++r) {
        const std::int64_t predicted = firstMaximum(prediction + r * columns, columns);
        right += predicted >= 0 && predicted == expectedClass(target, r, columns);
    }
    return right;
}

#else

namespace netsmith::kernels {

template <class Target>
void accuracy(const float* prediction, const Target* target, double rowsPerSample, float* out, void*, std::int64_t rows,
              std::int64_t columns) noexcept
{
    const auto run = NETSMITH_VERSION(rightRows<Target>);
    const double right = sumOver(rows, rowGrain(columns), [&](std::int64_t begin, std::int64_t end) {
        return static_cast<double>(run(prediction, target, begin, end, columns));
    });
    *out = static_cast<float>(right / rowsPerSample);
}

template void accuracy(const float*, const std::int32_t*, double, float*, void*, std::int64_t, std::int64_t) noexcept;
template void accuracy(const float*, const float*, double, float*, void*, std::int64_t, std::int64_t) noexcept;

} // namespace netsmith::kernels

#endif
