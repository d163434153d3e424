#include "engine/cpu/kernels/optimizer.h"

#include "engine/cpu/kernels/sum_squares.h"

#include <algorithm>
#include <cmath>

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

void sgd(const SplitUpdate<SgdAttributes>& optimizer, const UpdateControl& control, const float* gradients, float* weights,
         float* velocity, void*)
{
    SgdStep common;
    common.momentum = static_cast<float>(optimizer.attributes.momentum);
    common.nesterov = optimizer.attributes.nesterov;
    update(optimizer, control, common, [&](const SgdStep& step, std::int64_t begin, std::int64_t count) {
        sgd(step, gradients + begin, weights + begin, velocity ? velocity + begin : nullptr, count);
    });
}

void adam(const SplitUpdate<AdamAttributes>& optimizer, const UpdateControl& control, const float* gradients, float* weights,
          float* m, float* v, void*)
{
    const AdamAttributes& attributes = optimizer.attributes;
    AdamStep common;
    common.correction =
        std::sqrt(1.0 - std::pow(attributes.beta2, control.step())) / (1.0 - std::pow(attributes.beta1, control.step()));
    common.oneMinusBeta1 = static_cast<float>(1.0 - attributes.beta1);
    common.oneMinusBeta2 = static_cast<float>(1.0 - attributes.beta2);
    common.epsilon = static_cast<float>(attributes.epsilon);
    update(optimizer, control, common, [&](const AdamStep& step, std::int64_t begin, std::int64_t count) {
        adam(step, gradients + begin, weights + begin, m + begin, v + begin, count);
    });
}

namespace {

/// Squares are summed in parts that do not depend on the number of threads.
constexpr std::int64_t stretch = 4096;

} // namespace

std::int64_t sumSquaresWorkspace(const ArenaSplit& x)
{
    return (x.count + stretch - 1) / stretch * static_cast<std::int64_t>(sizeof(double));
}

/// Each part by the thread that owns its start.
void sumSquares(const float* x, const ArenaSplit& split, float* out, void* workspace)
{
    auto* sums = static_cast<double*>(workspace);
    split.eachPiece([&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = (begin + stretch - 1) / stretch; i * stretch < end; ++i)
            sums[i] = sumSquares(x + i * stretch, std::min(stretch, split.count - i * stretch));
    });
    double sum = 0.0;
    for (std::int64_t i = 0; i * stretch < split.count; ++i)
        sum += sums[i];
    *out = static_cast<float>(sum);
}

} // namespace netsmith::kernels

#endif
