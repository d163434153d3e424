#include "engine/cpu/kernels/weight_penalty.h"

#include "engine/cpu/kernels/ranges.h"

#define NETSMITH_KERNELS "engine/cpu/kernels/weight_penalty.cpp"
#include "engine/cpu/kernels/each_isa.h"

#ifdef NETSMITH_LANES

inline Floats penaltyOf(Floats w, float l1, float l2)
{
    return (w > 0.0f ? w : -w) * l1 + w * w * l2;
}

/// f32 sums of 64 vectors at a time, added up in double.
inline double penaltySum(const float* w, std::int64_t count, float l1, float l2)
{
    constexpr std::int64_t block = 64 * lanes;
    double sum = 0.0;
    std::int64_t begin = 0;
    for (; begin + block <= count; begin += block) {
        Floats partial[4]{};
        for (std::int64_t i = begin; i < begin + block; i += 4 * lanes)
            for (int k = 0; k < 4; ++k)
                partial[k] += penaltyOf(load(w + i + k * lanes, AllLanes{}), l1, l2);
        sum += sumOf((partial[0] + partial[1]) + (partial[2] + partial[3]));
    }
    Floats rest{};
    eachVector(count - begin, [&](std::int64_t i, auto used) { rest += penaltyOf(load(w + begin + i, used), l1, l2); });
    return sum + sumOf(rest);
}

inline void penaltySlopes(const float* w, std::int64_t count, float l1, float l2, float* dw)
{
    eachVector(count, [&](std::int64_t i, auto used) {
        const Floats x = load(w + i, used);
        const Floats zero{};
        store(dw + i, (x > 0.0f ? zero + l1 : x < 0.0f ? zero - l1 : zero) + x * l2, used);
    });
}

/// Of columns side by side, few enough that their sums stay in the first cache.
inline void limitNorms(float* w, std::int64_t rows, std::int64_t stride, std::int64_t columns, float limit, double* squares)
{
    for (std::int64_t c = 0; c < columns; ++c)
        squares[c] = 0.0;
    for (std::int64_t r = 0; r < rows; ++r)
        for (std::int64_t c = 0; c < columns; ++c)
            squares[c] += static_cast<double>(w[r * stride + c]) * static_cast<double>(w[r * stride + c]);
    bool any = false;
    for (std::int64_t c = 0; c < columns; ++c) {
        const double norm = std::sqrt(squares[c]);
        any = any || norm > limit;
        squares[c] = norm > limit ? limit / norm : 1.0;
    }
    if (!any)
        return;
    for (std::int64_t r = 0; r < rows; ++r)
        for (std::int64_t c = 0; c < columns; ++c)
            w[r * stride + c] = static_cast<float>(w[r * stride + c] * squares[c]);
}

#else

namespace netsmith::kernels {

double weightPenalty(const float* w, std::int64_t count, float l1, float l2) noexcept
{
    const auto sum = NETSMITH_VERSION(penaltySum);
    return sumOver(count, elementGrain, [&](std::int64_t begin, std::int64_t end) { return sum(w + begin, end - begin, l1, l2); });
}

void weightPenaltySlope(const float* w, std::int64_t count, float l1, float l2, float* dw) noexcept
{
    const auto slopes = NETSMITH_VERSION(penaltySlopes);
    forRanges(count, elementGrain,
              [&](std::int64_t begin, std::int64_t end) { slopes(w + begin, end - begin, l1, l2, dw + begin); });
}

void limitColumnNorms(float* w, std::int64_t rows, std::int64_t columns, float limit) noexcept
{
    constexpr std::int64_t width = 64;
    const auto version = NETSMITH_VERSION(limitNorms);
    forRanges((columns + width - 1) / width, rowGrain(rows * width), [&](std::int64_t begin, std::int64_t end) {
        std::array<double, width> squares;
        for (std::int64_t block = begin; block < end; ++block) {
            const std::int64_t first = block * width;
            version(w + first, rows, columns, std::min(width, columns - first), limit, squares.data());
        }
    });
}

} // namespace netsmith::kernels

#endif
