#include "engine/cpu/kernels/optimizer.h"

#define NETSMITH_KERNELS "engine/cpu/kernels/optimizer.cpp"
#include "engine/cpu/kernels/each_isa.h"

#ifdef NETSMITH_LANES

inline void sgd(const SgdStep& step, const float* gradients, float* weights, float* velocity, std::int64_t count)
{
    const float scale = step.rate * step.gradientScale;
    eachVector(count, [&](std::int64_t i, auto used) {
        const Floats change = load(gradients + i, used) * -scale;
        Floats w = load(weights + i, used);
        w -= w * step.decay;
        if (!velocity) {
            store(weights + i, w + change, used);
            return;
        }
        const Floats v = load(velocity + i, used) * step.momentum + change;
        store(velocity + i, v, used);
        store(weights + i, w + (step.nesterov ? v * step.momentum + change : v), used);
    });
}

inline void adam(const AdamStep& step, const float* gradients, float* weights, float* first, float* second, std::int64_t count)
{
    const AdamStep s = step; // a copy, which the compiler knows that no store changes
    const float rate = static_cast<float>(s.rate * s.correction);
    eachVector(count, [&](std::int64_t i, auto used) {
        const Floats g = load(gradients + i, used) * s.gradientScale;
        Floats w = load(weights + i, used);
        Floats m = load(first + i, used);
        Floats v = load(second + i, used);
        w -= w * s.decay;
        m += (g - m) * s.oneMinusBeta1;
        v += (g * g - v) * s.oneMinusBeta2;
        store(first + i, m, used);
        store(second + i, v, used);
        store(weights + i, w - m * rate / (squareRoot(v) + s.epsilon), used);
    });
}

#else

namespace netsmith::kernels {

void sgd(const SgdStep& step, const float* gradients, float* weights, float* velocity, std::int64_t count) noexcept
{
    NETSMITH_VERSION(sgd)(step, gradients, weights, velocity, count);
}

void adam(const AdamStep& step, const float* gradients, float* weights, float* m, float* v, std::int64_t count) noexcept
{
    NETSMITH_VERSION(adam)(step, gradients, weights, m, v, count);
}

} // namespace netsmith::kernels

#endif
