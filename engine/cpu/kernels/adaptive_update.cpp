#include "engine/cpu/kernels/adaptive_update.h"

#include <cmath>

#define NETSMITH_KERNELS "engine/cpu/kernels/adaptive_update.cpp"
#include "engine/cpu/kernels/each_isa.h"

#ifdef NETSMITH_LANES

// Each works with a copy of its step, which the compiler knows that no store changes.

/// The weights with their decay applied.
template <class Used>
inline Floats decayed(const UpdateStep& step, const float* weights, Used used)
{
    const Floats w = load(weights, used);
    return w - w * step.decay;
}

inline void adadelta(const AdadeltaStep& step, const float* gradients, float* weights, float* squares, float* changes,
                     std::int64_t count)
{
    const AdadeltaStep s = step;
    eachVector(count, [&](std::int64_t i, auto used) {
        const Floats g = load(gradients + i, used) * s.gradientScale;
        Floats a = load(squares + i, used);
        Floats x = load(changes + i, used);
        a += (g * g - a) * s.oneMinusRho;
        const Floats change = g * (squareRoot(x + s.epsilon) / squareRoot(a + s.epsilon));
        x += (change * change - x) * s.oneMinusRho;
        store(squares + i, a, used);
        store(changes + i, x, used);
        store(weights + i, decayed(s, weights + i, used) - change * s.rate, used);
    });
}

inline void adagrad(const AdagradStep& step, const float* gradients, float* weights, float* squares, std::int64_t count)
{
    const AdagradStep s = step;
    eachVector(count, [&](std::int64_t i, auto used) {
        const Floats g = load(gradients + i, used) * s.gradientScale;
        const Floats a = load(squares + i, used) + g * g;
        store(squares + i, a, used);
        store(weights + i, decayed(s, weights + i, used) - g * s.rate / squareRoot(a + s.epsilon), used);
    });
}

inline void lion(const LionStep& step, const float* gradients, float* weights, float* first, std::int64_t count)
{
    const LionStep s = step;
    eachVector(count, [&](std::int64_t i, auto used) {
        const Floats g = load(gradients + i, used) * s.gradientScale;
        const Floats m = load(first + i, used);
        const Floats direction = m + (g - m) * s.oneMinusBeta1;
        const Floats change = direction > 0.0f ? all(s.rate) : direction < 0.0f ? all(-s.rate) : Floats{};
        store(first + i, m + (g - m) * s.oneMinusBeta2, used);
        store(weights + i, decayed(s, weights + i, used) - change, used);
    });
}

inline void nadam(const NadamStep& step, const float* gradients, float* weights, float* first, float* second, std::int64_t count)
{
    const NadamStep s = step;
    eachVector(count, [&](std::int64_t i, auto used) {
        const Floats g = load(gradients + i, used) * s.gradientScale;
        Floats m = load(first + i, used);
        Floats v = load(second + i, used);
        m += (g - m) * s.oneMinusBeta1;
        v += (g * g - v) * s.oneMinusBeta2;
        store(first + i, m, used);
        store(second + i, v, used);
        const Floats mean = m * s.ofMomentum + g * s.ofGradient;
        const Floats root = squareRoot(v * s.ofSquares) + s.epsilon;
        store(weights + i, decayed(s, weights + i, used) - mean * s.rate / root, used);
    });
}

inline void rmsprop(const RmspropStep& step, const float* gradients, float* weights, float* squares, float* means, float* velocity,
                    std::int64_t count)
{
    const RmspropStep s = step;
    eachVector(count, [&](std::int64_t i, auto used) {
        const Floats g = load(gradients + i, used) * s.gradientScale;
        Floats spread = load(squares + i, used);
        spread += (g * g - spread) * s.oneMinusRho;
        store(squares + i, spread, used);
        if (means) {
            Floats mean = load(means + i, used);
            mean += (g - mean) * s.oneMinusRho;
            store(means + i, mean, used);
            spread -= mean * mean;
            spread = spread < 0.0f ? Floats{} : spread; // only by rounding; a NaN stays one
        }
        Floats change = g * s.rate / squareRoot(spread + s.epsilon);
        if (velocity) {
            change += load(velocity + i, used) * s.momentum;
            store(velocity + i, change, used);
        }
        store(weights + i, decayed(s, weights + i, used) - change, used);
    });
}

#else

namespace netsmith::kernels {

void adadelta(const AdadeltaStep& step, const float* gradients, float* weights, float* squares, float* changes,
              std::int64_t count) noexcept
{
    NETSMITH_VERSION(adadelta)(step, gradients, weights, squares, changes, count);
}

void adagrad(const AdagradStep& step, const float* gradients, float* weights, float* squares, std::int64_t count) noexcept
{
    NETSMITH_VERSION(adagrad)(step, gradients, weights, squares, count);
}

void lion(const LionStep& step, const float* gradients, float* weights, float* m, std::int64_t count) noexcept
{
    NETSMITH_VERSION(lion)(step, gradients, weights, m, count);
}

void nadam(const NadamStep& step, const float* gradients, float* weights, float* m, float* v, std::int64_t count) noexcept
{
    NETSMITH_VERSION(nadam)(step, gradients, weights, m, v, count);
}

void rmsprop(const RmspropStep& step, const float* gradients, float* weights, float* squares, float* means, float* velocity,
             std::int64_t count) noexcept
{
    NETSMITH_VERSION(rmsprop)(step, gradients, weights, squares, means, velocity, count);
}

namespace {

/// 1 − share in f32, which for a share near 1 differs considerably from subtracting the share in f32.
float oneMinus(double share)
{
    return static_cast<float>(1.0 - share);
}

} // namespace

void adadelta(const SplitUpdate<AdadeltaAttributes>& optimizer, const UpdateControl& control, const float* gradients,
              float* weights, float* squares, float* changes, void*)
{
    const AdadeltaAttributes& attributes = optimizer.attributes;
    AdadeltaStep common;
    common.oneMinusRho = oneMinus(attributes.rho);
    common.epsilon = static_cast<float>(attributes.epsilon);
    update(optimizer, control, common, [&](const AdadeltaStep& step, std::int64_t begin, std::int64_t count) {
        adadelta(step, gradients + begin, weights + begin, squares + begin, changes + begin, count);
    });
}

void adagrad(const SplitUpdate<AdagradAttributes>& optimizer, const UpdateControl& control, const float* gradients, float* weights,
             float* squares, void*)
{
    const AdagradAttributes& attributes = optimizer.attributes;
    AdagradStep common;
    common.epsilon = static_cast<float>(attributes.epsilon);
    update(optimizer, control, common, [&](const AdagradStep& step, std::int64_t begin, std::int64_t count) {
        adagrad(step, gradients + begin, weights + begin, squares + begin, count);
    });
}

void lion(const SplitUpdate<LionAttributes>& optimizer, const UpdateControl& control, const float* gradients, float* weights,
          float* m, void*)
{
    const LionAttributes& attributes = optimizer.attributes;
    LionStep common;
    common.oneMinusBeta1 = oneMinus(attributes.beta1);
    common.oneMinusBeta2 = oneMinus(attributes.beta2);
    update(optimizer, control, common, [&](const LionStep& step, std::int64_t begin, std::int64_t count) {
        lion(step, gradients + begin, weights + begin, m + begin, count);
    });
}

void nadam(const SplitUpdate<NadamAttributes>& optimizer, const UpdateControl& control, const float* gradients, float* weights,
           float* m, float* v, void*)
{
    const NadamAttributes& attributes = optimizer.attributes;
    const NadamFactors factors = nadamFactors(attributes.beta1, attributes.beta2, std::llround(control.step()));
    NadamStep common;
    common.ofMomentum = static_cast<float>(factors.ofMomentum);
    common.ofGradient = static_cast<float>(factors.ofGradient);
    common.ofSquares = static_cast<float>(factors.ofSquares);
    common.oneMinusBeta1 = oneMinus(attributes.beta1);
    common.oneMinusBeta2 = oneMinus(attributes.beta2);
    common.epsilon = static_cast<float>(attributes.epsilon);
    update(optimizer, control, common, [&](const NadamStep& step, std::int64_t begin, std::int64_t count) {
        nadam(step, gradients + begin, weights + begin, m + begin, v + begin, count);
    });
}

void rmsprop(const SplitUpdate<RmspropAttributes>& optimizer, const UpdateControl& control, const float* gradients, float* weights,
             float* squares, float* means, float* velocity, void*)
{
    const RmspropAttributes& attributes = optimizer.attributes;
    RmspropStep common;
    common.oneMinusRho = oneMinus(attributes.rho);
    common.momentum = static_cast<float>(attributes.momentum);
    common.epsilon = static_cast<float>(attributes.epsilon);
    update(optimizer, control, common, [&](const RmspropStep& step, std::int64_t begin, std::int64_t count) {
        rmsprop(step, gradients + begin, weights + begin, squares + begin, means ? means + begin : nullptr,
                velocity ? velocity + begin : nullptr, count);
    });
}

} // namespace netsmith::kernels

#endif
