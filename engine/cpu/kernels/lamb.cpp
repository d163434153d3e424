#include "engine/cpu/kernels/lamb.h"

#define NETSMITH_KERNELS "engine/cpu/kernels/lamb.cpp"
#include "engine/cpu/kernels/each_isa.h"

#ifdef NETSMITH_LANES

inline Floats changeOf(const LambStep& step, Floats m, Floats v)
{
    return m * step.ofMean / (squareRoot(v * step.ofSquare) + step.epsilon);
}

/// Unused lanes hold zeros and add nothing. A vector's sums are added up in double, because a parameter may be long.
inline LambSums lambMoments(const LambStep& step, const float* gradients, float* weights, float* first, float* second,
                            std::int64_t count)
{
    const LambStep s = step; // a copy, which the compiler knows that no store changes
    LambSums sums;
    eachVector(count, [&](std::int64_t i, auto used) {
        const Floats g = load(gradients + i, used) * s.gradientScale;
        Floats w = load(weights + i, used);
        Floats m = load(first + i, used);
        Floats v = load(second + i, used);
        w -= w * s.decay;
        m += (g - m) * s.oneMinusBeta1;
        v += (g * g - v) * s.oneMinusBeta2;
        store(weights + i, w, used);
        store(first + i, m, used);
        store(second + i, v, used);
        const Floats change = inUse(changeOf(s, m, v), Floats{}, used);
        sums.weights += static_cast<double>(sumOf(w * w));
        sums.change += static_cast<double>(sumOf(change * change));
    });
    return sums;
}

inline void lambApply(const LambStep& step, float rate, float* weights, const float* first, const float* second, std::int64_t count)
{
    const LambStep s = step;
    eachVector(count, [&](std::int64_t i, auto used) {
        const Floats change = changeOf(s, load(first + i, used), load(second + i, used));
        store(weights + i, load(weights + i, used) - change * rate, used);
    });
}

#else

namespace netsmith::kernels {

LambSums lambMoments(const LambStep& step, const float* gradients, float* weights, float* m, float* v, std::int64_t count) noexcept
{
    return NETSMITH_VERSION(lambMoments)(step, gradients, weights, m, v, count);
}

void lambApply(const LambStep& step, float rate, float* weights, const float* m, const float* v, std::int64_t count) noexcept
{
    NETSMITH_VERSION(lambApply)(step, rate, weights, m, v, count);
}

} // namespace netsmith::kernels

#endif
