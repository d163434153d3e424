#include "engine/cpu/kernels/cross_entropy.h"

#include "engine/cpu/kernels/ranges.h"

#define NETSMITH_KERNELS "engine/cpu/kernels/cross_entropy.cpp"
#include "engine/cpu/kernels/each_isa.h"

#ifdef NETSMITH_LANES
#include "engine/cpu/kernels/logarithm.h"
#include "engine/cpu/kernels/rows.h"

constexpr float leastProbability = 1e-7f; // Keras's epsilon

/// The targets of a row from column `c` on, smoothed; NaN throughout a row whose class is out of range.
template <class Used>
inline Floats sharesOf(const std::int32_t* target, std::int64_t row, std::int64_t c, std::int64_t columns,
                       const CrossEntropyTerms& terms, Used)
{
    const std::int32_t expected = target[row];
    const float rest = terms.smoothing / static_cast<float>(columns);
    if (expected < 0 || expected >= columns)
        return all(std::numeric_limits<float>::quiet_NaN());
    Ints column;
    for (int i = 0; i < lanes; ++i)
        column[i] = static_cast<std::int32_t>(c) + i;
    return column == allInts(expected) ? all(1.0f - terms.smoothing + rest) : all(rest);
}
template <class Used>
inline Floats sharesOf(const float* target, std::int64_t row, std::int64_t c, std::int64_t columns, const CrossEntropyTerms& terms,
                       Used used)
{
    return load(target + row * columns + c, used) * (1.0f - terms.smoothing) + terms.smoothing / static_cast<float>(columns);
}

/// alpha·(1 − p)^gamma
inline Floats focusOf(Floats p, const CrossEntropyTerms& terms)
{
    if (terms.gamma == 0.0f)
        return all(terms.alpha);
    const Floats missing = 1.0f - p;
    const Floats power = exponential(terms.gamma * logarithm(missing));
    return missing <= Floats{} ? Floats{} : terms.alpha * power;
}

/// p times the derivative of −focus(p)·log p.
inline Floats slopeTimesP(Floats p, const CrossEntropyTerms& terms)
{
    const Floats focus = focusOf(p, terms);
    if (terms.gamma == 0.0f)
        return -focus;
    const Ints inside = (p > Floats{}) & (p < all(1.0f));
    return (inside ? terms.gamma * focus / (1.0f - p) * p * logarithm(p) : Floats{}) - focus;
}

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

/// The same for terms that are not plain.
template <class Target>
float rowLoss(const float* x, const Target* target, std::int64_t row, std::int64_t columns, float logSum,
              const CrossEntropyTerms& terms)
{
    Floats sums{};
    eachVector(columns, [&](std::int64_t c, auto used) {
        const Floats surprise = logSum - load(x + c, used);
        const Floats term = sharesOf(target, row, c, columns, terms, used) * focusOf(exponential(-surprise), terms) * surprise;
        sums += inUse(term, Floats{}, used);
    });
    return sumOf(sums);
}

template <class Target>
double softmaxCrossEntropy(const float* logits, const Target* target, float* probabilities, std::int64_t begin, std::int64_t end,
                           std::int64_t columns, const CrossEntropyTerms& terms)
{
    const bool plain = terms.plain();
    double loss = 0.0;
    for (std::int64_t r = begin; r < end; ++r) {
        const float* x = logits + r * columns;
        float* p = probabilities + r * columns;
        const float most = maximumOf(x, columns);
        const float sum = sumOfExponentials(x, all(most), columns);
        const float scale = 1.0f / sum;
        const float logSum = std::log(sum) + most;
        loss +=
            terms.weightOf(r) * (plain ? rowLoss(x, target, r, columns, logSum) : rowLoss(x, target, r, columns, logSum, terms));
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

/// The same for terms that are not plain.
template <class Target>
void rowGradient(const float* p, const Target* target, std::int64_t row, float seed, float* dx, std::int64_t columns,
                 const CrossEntropyTerms& terms)
{
    const auto slopes = [&](std::int64_t c, auto used) {
        return sharesOf(target, row, c, columns, terms, used) * slopeTimesP(load(p + c, used), terms);
    };
    Floats sums{};
    eachVector(columns, [&](std::int64_t c, auto used) { sums += inUse(slopes(c, used), Floats{}, used); });
    const float total = sumOf(sums);
    eachVector(columns,
               [&](std::int64_t c, auto used) { store(dx + c, (slopes(c, used) - load(p + c, used) * total) * seed, used); });
}

template <class Target>
void softmaxCrossEntropyBackward(const float* probabilities, const Target* target, float seed, float* dlogits, std::int64_t begin,
                                 std::int64_t end, std::int64_t columns, const CrossEntropyTerms& terms)
{
    const bool plain = terms.plain();
    for (std::int64_t r = begin; r < end; ++r) {
        const float* p = probabilities + r * columns;
        const float scale = seed * terms.weightOf(r);
        if (plain)
            rowGradient(p, target, r, scale, dlogits + r * columns, columns);
        else
            rowGradient(p, target, r, scale, dlogits + r * columns, columns, terms);
    }
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

/// The same for terms that are not plain.
template <class Target>
float rowLossOfProbabilities(const float* p, const Target* target, std::int64_t row, std::int64_t columns,
                             const CrossEntropyTerms& terms)
{
    Floats sums{};
    eachVector(columns, [&](std::int64_t c, auto used) {
        const Floats given = load(p + c, used);
        const Floats raised = given < all(leastProbability) ? all(leastProbability) : given;
        const Floats inside = raised > all(1.0f - leastProbability) ? all(1.0f - leastProbability) : raised;
        const Floats term = sharesOf(target, row, c, columns, terms, used) * focusOf(inside, terms) * logarithm(inside);
        sums -= inUse(term, Floats{}, used);
    });
    return sumOf(sums);
}

template <class Target>
double crossEntropy(const float* probabilities, const Target* target, std::int64_t begin, std::int64_t end, std::int64_t columns,
                    const CrossEntropyTerms& terms)
{
    const bool plain = terms.plain();
    double loss = 0.0;
    for (std::int64_t r = begin; r < end; ++r) {
        const float* p = probabilities + r * columns;
        loss += terms.weightOf(r)
            * (plain ? rowLossOfProbabilities(p, target, r, columns) : rowLossOfProbabilities(p, target, r, columns, terms));
    }
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

/// The same for terms that are not plain.
template <class Target>
void rowGradientOfProbabilities(const float* p, const Target* target, std::int64_t row, float seed, float* dp, std::int64_t columns,
                                const CrossEntropyTerms& terms)
{
    eachVector(columns, [&](std::int64_t c, auto used) {
        const Floats given = load(p + c, used);
        const Floats shares = sharesOf(target, row, c, columns, terms, used);
        const Ints isClipped = (given < all(leastProbability)) | (given > all(1.0f - leastProbability));
        const Floats slope = isClipped ? Floats{} : slopeTimesP(given, terms) / given;
        store(dp + c, shares * slope * seed, used);
    });
}

template <class Target>
void crossEntropyBackward(const float* probabilities, const Target* target, float seed, float* dp, std::int64_t begin,
                          std::int64_t end, std::int64_t columns, const CrossEntropyTerms& terms)
{
    const bool plain = terms.plain();
    for (std::int64_t r = begin; r < end; ++r) {
        const float* p = probabilities + r * columns;
        const float scale = seed * terms.weightOf(r);
        if (plain)
            rowGradientOfProbabilities(p, target, r, scale, dp + r * columns, columns);
        else
            rowGradientOfProbabilities(p, target, r, scale, dp + r * columns, columns, terms);
    }
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
double softmaxCrossEntropy(const float* logits, const Target* target, float* probabilities, std::int64_t rows, std::int64_t columns,
                           const CrossEntropyTerms& terms) noexcept
{
    const auto run = NETSMITH_VERSION(softmaxCrossEntropy<Target>);
    return sumOver(rows, grainOf(columns), [&](std::int64_t begin, std::int64_t end) {
        return run(logits, target, probabilities, begin, end, columns, terms);
    });
}

template <class Target>
void softmaxCrossEntropyBackward(const float* probabilities, const Target* target, float seed, float* dlogits, std::int64_t rows,
                                 std::int64_t columns, const CrossEntropyTerms& terms) noexcept
{
    const auto run = NETSMITH_VERSION(softmaxCrossEntropyBackward<Target>);
    forRanges(rows, rowGrain(columns),
              [&](std::int64_t begin, std::int64_t end) { run(probabilities, target, seed, dlogits, begin, end, columns, terms); });
}

template <class Target>
double crossEntropy(const float* probabilities, const Target* target, std::int64_t rows, std::int64_t columns,
                    const CrossEntropyTerms& terms) noexcept
{
    const auto run = NETSMITH_VERSION(crossEntropy<Target>);
    return sumOver(rows, grainOf(columns),
                   [&](std::int64_t begin, std::int64_t end) { return run(probabilities, target, begin, end, columns, terms); });
}

template <class Target>
void crossEntropyBackward(const float* probabilities, const Target* target, float seed, float* dp, std::int64_t rows,
                          std::int64_t columns, const CrossEntropyTerms& terms) noexcept
{
    const auto run = NETSMITH_VERSION(crossEntropyBackward<Target>);
    forRanges(rows, rowGrain(columns),
              [&](std::int64_t begin, std::int64_t end) { run(probabilities, target, seed, dp, begin, end, columns, terms); });
}

#define INSTANTIATE(Target)                                                                                                        \
    template double softmaxCrossEntropy<Target>(const float*, const Target*, float*, std::int64_t, std::int64_t,                   \
                                                const CrossEntropyTerms&) noexcept;                                                \
    template void softmaxCrossEntropyBackward<Target>(const float*, const Target*, float, float*, std::int64_t, std::int64_t,      \
                                                      const CrossEntropyTerms&) noexcept;                                          \
    template double crossEntropy<Target>(const float*, const Target*, std::int64_t, std::int64_t,                                  \
                                         const CrossEntropyTerms&) noexcept;                                                       \
    template void crossEntropyBackward<Target>(const float*, const Target*, float, float*, std::int64_t, std::int64_t,             \
                                               const CrossEntropyTerms&) noexcept;
INSTANTIATE(std::int32_t)
INSTANTIATE(float)

} // namespace netsmith::kernels

#endif
