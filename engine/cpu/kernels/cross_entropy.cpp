#include "engine/cpu/kernels/cross_entropy.h"

#include "engine/cpu/kernels/ranges.h"

#define NETSMITH_KERNELS "engine/cpu/kernels/cross_entropy.cpp"
#include "engine/cpu/kernels/each_isa.h"

#ifdef NETSMITH_LANES
#include "engine/cpu/kernels/rows.h"

constexpr float leastProbability = 1e-7f; // Keras's epsilon

/// −Σ t·(x − logSum) of one row.
inline float rowLoss(const float* x, const std::int32_t* target, std::int64_t row, std::int64_t columns, float logSum)
{
    const std::int64_t expected = target[row];
    return expected >= 0 && expected < columns ? logSum - x[expected] : std::numeric_limits<float>::quiet_NaN();
}
inline float rowLoss(const float* x, const float* target, std::int64_t row, std::int64_t columns, float logSum)
{
    Floats sums{};
    eachVector(columns, [&](std::int64_t c, auto used) {
        const Floats t = load(target + row * columns + c, used);
        sums += inUse(t * (logSum - load(x + c, used)), Floats{}, used);
    });
    return sumOf(sums);
}

template <class Target>
double softmaxCrossEntropy(const float* logits, const Target* target, float* probabilities, std::int64_t begin, std::int64_t end,
                           std::int64_t columns)
{
    double loss = 0.0;
    for (std::int64_t r = begin; r < end; ++r) {
        const float* x = logits + r * columns;
        float* p = probabilities + r * columns;
        const float most = maximumOf(x, columns);
        const float sum = sumOfExponentials(x, all(most), columns);
        const float scale = 1.0f / sum;
        loss += rowLoss(x, target, r, columns, std::log(sum) + most);
        eachVector(columns, [&](std::int64_t c, auto used) { store(p + c, exponential(load(x + c, used) - most) * scale, used); });
    }
    return loss;
}

inline void rowGradient(const float* p, const std::int32_t* target, std::int64_t row, float seed, float* dx, std::int64_t columns)
{
    const std::int64_t expected = target[row];
    const float correction = expected >= 0 && expected < columns ? seed : std::numeric_limits<float>::quiet_NaN();
    eachVector(columns, [&](std::int64_t c, auto used) { store(dx + c, load(p + c, used) * seed, used); });
    dx[expected >= 0 && expected < columns ? expected : 0] -= correction;
}
inline void rowGradient(const float* p, const float* target, std::int64_t row, float seed, float* dx, std::int64_t columns)
{
    const float* t = target + row * columns;
    Floats sums{};
    eachVector(columns, [&](std::int64_t c, auto used) { sums += load(t + c, used); });
    const float total = sumOf(sums);
    eachVector(columns,
               [&](std::int64_t c, auto used) { store(dx + c, (load(p + c, used) * total - load(t + c, used)) * seed, used); });
}

template <class Target>
void softmaxCrossEntropyBackward(const float* probabilities, const Target* target, float seed, float* dlogits, std::int64_t begin,
                                 std::int64_t end, std::int64_t columns)
{
    for (std::int64_t r = begin; r < end; ++r)
        rowGradient(probabilities + r * columns, target, r, seed, dlogits + r * columns, columns);
}

inline float clipped(float p)
{
    return p < leastProbability ? leastProbability : p > 1.0f - leastProbability ? 1.0f - leastProbability : p;
}

inline float rowLossOfProbabilities(const float* p, const std::int32_t* target, std::int64_t row, std::int64_t columns)
{
    const std::int64_t expected = target[row];
    return expected >= 0 && expected < columns ? -std::log(clipped(p[expected])) : std::numeric_limits<float>::quiet_NaN();
}
inline float rowLossOfProbabilities(const float* p, const float* target, std::int64_t row, std::int64_t columns)
{
    float loss = 0.0f;
    for (std::int64_t c = 0; c < columns; ++c)
        loss -= target[row * columns + c] * std::log(clipped(p[c]));
    return loss;
}

template <class Target>
double crossEntropy(const float* probabilities, const Target* target, std::int64_t begin, std::int64_t end, std::int64_t columns)
{
    double loss = 0.0;
    for (std::int64_t r = begin; r < end; ++r)
        loss += rowLossOfProbabilities(probabilities + r * columns, target, r, columns);
    return loss;
}

inline float derivative(float p, float t, float seed)
{
    return p < leastProbability || p > 1.0f - leastProbability ? 0.0f : -t / p * seed;
}

inline void rowGradientOfProbabilities(const float* p, const std::int32_t* target, std::int64_t row, float seed, float* dp,
                                       std::int64_t columns)
{
    const std::int64_t expected = target[row];
    const bool known = expected >= 0 && expected < columns;
    const float gradient = known ? derivative(p[expected], 1.0f, seed) : std::numeric_limits<float>::quiet_NaN();
    for (std::int64_t c = 0; c < columns; ++c)
        dp[c] = 0.0f;
    dp[known ? expected : 0] = gradient;
}
inline void rowGradientOfProbabilities(const float* p, const float* target, std::int64_t row, float seed, float* dp,
                                       std::int64_t columns)
{
    for (std::int64_t c = 0; c < columns; ++c)
        dp[c] = derivative(p[c], target[row * columns + c], seed);
}

template <class Target>
void crossEntropyBackward(const float* probabilities, const Target* target, float seed, float* dp, std::int64_t begin,
                          std::int64_t end, std::int64_t columns)
{
    for (std::int64_t r = begin; r < end; ++r)
        rowGradientOfProbabilities(probabilities + r * columns, target, r, seed, dp + r * columns, columns);
}

#else

namespace netsmith::kernels {
namespace {

std::int64_t grainOf(std::int64_t columns)
{
    return rowGrain(columns, elementGrain / 8);
}

} // namespace

template <class Target>
float softmaxCrossEntropy(const float* logits, const Target* target, float* probabilities, std::int64_t rows,
                          std::int64_t columns) noexcept
{
    const auto run = NETSMITH_VERSION(softmaxCrossEntropy<Target>);
    return static_cast<float>(sumOver(rows, grainOf(columns), [&](std::int64_t begin, std::int64_t end) {
        return run(logits, target, probabilities, begin, end, columns);
    }));
}

template <class Target>
void softmaxCrossEntropyBackward(const float* probabilities, const Target* target, float seed, float* dlogits, std::int64_t rows,
                                 std::int64_t columns) noexcept
{
    const auto run = NETSMITH_VERSION(softmaxCrossEntropyBackward<Target>);
    forRanges(rows, rowGrain(columns),
              [&](std::int64_t begin, std::int64_t end) { run(probabilities, target, seed, dlogits, begin, end, columns); });
}

template <class Target>
float crossEntropy(const float* probabilities, const Target* target, std::int64_t rows, std::int64_t columns) noexcept
{
    const auto run = NETSMITH_VERSION(crossEntropy<Target>);
    return static_cast<float>(sumOver(rows, grainOf(columns), [&](std::int64_t begin, std::int64_t end) {
        return run(probabilities, target, begin, end, columns);
    }));
}

template <class Target>
void crossEntropyBackward(const float* probabilities, const Target* target, float seed, float* dp, std::int64_t rows,
                          std::int64_t columns) noexcept
{
    const auto run = NETSMITH_VERSION(crossEntropyBackward<Target>);
    forRanges(rows, rowGrain(columns),
              [&](std::int64_t begin, std::int64_t end) { run(probabilities, target, seed, dp, begin, end, columns); });
}

#define INSTANTIATE(Target)                                                                                                        \
    template float softmaxCrossEntropy<Target>(const float*, const Target*, float*, std::int64_t, std::int64_t) noexcept;          \
    template void softmaxCrossEntropyBackward<Target>(const float*, const Target*, float, float*, std::int64_t,                    \
                                                      std::int64_t) noexcept;                                                      \
    template float crossEntropy<Target>(const float*, const Target*, std::int64_t, std::int64_t) noexcept;                         \
    template void crossEntropyBackward<Target>(const float*, const Target*, float, float*, std::int64_t, std::int64_t) noexcept;
INSTANTIATE(std::int32_t)
INSTANTIATE(float)

} // namespace netsmith::kernels

#endif
