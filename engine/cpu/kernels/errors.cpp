#include "engine/cpu/kernels/errors.h"

#include "engine/cpu/kernels/ranges.h"

#define NETSMITH_KERNELS "engine/cpu/kernels/errors.cpp"
#include "engine/cpu/kernels/each_isa.h"

#ifdef NETSMITH_LANES
#include "engine/cpu/kernels/rows.h"

struct Square {
    static Floats of(Floats x) { return x * x; }
};
struct Absolute {
    static Floats of(Floats x) { return x < Floats{} ? -x : x; }
};

/// Σ F(p − t), in double every few vectors.
template <class F>
double sumOfDifferences(const float* prediction, const float* target, std::int64_t count)
{
    constexpr std::int64_t block = 64 * lanes;
    double sum = 0.0;
    for (std::int64_t begin = 0; begin < count; begin += block) {
        Floats sums{};
        eachVector(count - begin < block ? count - begin : block, [&](std::int64_t i, auto used) {
            sums += F::of(load(prediction + begin + i, used) - load(target + begin + i, used));
        });
        sum += sumOf(sums);
    }
    return sum;
}

inline double squaredErrors(const float* prediction, const float* target, std::int64_t count)
{
    return sumOfDifferences<Square>(prediction, target, count);
}

inline double absoluteErrors(const float* prediction, const float* target, std::int64_t count)
{
    return sumOfDifferences<Absolute>(prediction, target, count);
}

inline void squaredErrorsBackward(const float* prediction, const float* target, float scale, float* dp, std::int64_t count)
{
    eachVector(count, [&](std::int64_t i, auto used) {
        store(dp + i, (load(prediction + i, used) - load(target + i, used)) * (2.0f * scale), used);
    });
}

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

double squaredErrors(const float* prediction, const float* target, std::int64_t count) noexcept
{
    const auto run = NETSMITH_VERSION(squaredErrors);
    return sumOver(count, elementGrain / 4,
                   [&](std::int64_t begin, std::int64_t end) { return run(prediction + begin, target + begin, end - begin); });
}

void squaredErrorsBackward(const float* prediction, const float* target, float scale, float* dp, std::int64_t count) noexcept
{
    const auto run = NETSMITH_VERSION(squaredErrorsBackward);
    forRanges(count, elementGrain, [&](std::int64_t begin, std::int64_t end) {
        run(prediction + begin, target + begin, scale, dp + begin, end - begin);
    });
}

double absoluteErrors(const float* prediction, const float* target, std::int64_t count) noexcept
{
    const auto run = NETSMITH_VERSION(absoluteErrors);
    return sumOver(count, elementGrain / 4,
                   [&](std::int64_t begin, std::int64_t end) { return run(prediction + begin, target + begin, end - begin); });
}

template <class Target>
std::int64_t rightRows(const float* prediction, const Target* target, std::int64_t rows, std::int64_t columns) noexcept
{
    const auto run = NETSMITH_VERSION(rightRows<Target>);
    return static_cast<std::int64_t>(sumOver(rows, rowGrain(columns), [&](std::int64_t begin, std::int64_t end) {
        return static_cast<double>(run(prediction, target, begin, end, columns));
    }));
}

template std::int64_t rightRows<std::int32_t>(const float*, const std::int32_t*, std::int64_t, std::int64_t) noexcept;
template std::int64_t rightRows<float>(const float*, const float*, std::int64_t, std::int64_t) noexcept;

} // namespace netsmith::kernels

#endif
