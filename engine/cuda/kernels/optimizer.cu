#include "engine/cuda/kernels/optimizer.h"

#include "engine/cuda/kernels/sums.h"
#include "engine/cuda/kernels/update_ranges.h"

#include <cmath>

namespace netsmith::cuda::kernels {
namespace {

struct Square {
    const float* x;
    NS_DEVICE double operator()(std::int64_t i) const { return static_cast<double>(x[i]) * x[i]; }
};

struct Sgd {
    float momentum;
    bool nesterov;
    const float* gradients;
    float* weights;
    float* velocity;
    NS_DEVICE void operator()(std::int64_t i, const RangeStep& step, float gradientScale) const
    {
        const float change = gradients[i] * -(step.rate * gradientScale);
        const float w = weights[i] - weights[i] * step.decay;
        if (!velocity) {
            weights[i] = w + change;
            return;
        }
        const float v = velocity[i] * momentum + change;
        velocity[i] = v;
        weights[i] = w + (nesterov ? v * momentum + change : v);
    }
};

/// The bias correction, within the rate.
struct AdamCorrection {
    double beta1;
    double beta2;
    NS_DEVICE void operator()(std::int64_t step, RangeStep& range) const
    {
        const auto t = static_cast<double>(step);
        range.rate = static_cast<float>(range.rate * (std::sqrt(1.0 - std::pow(beta2, t)) / (1.0 - std::pow(beta1, t))));
    }
};

struct Adam {
    float oneMinusBeta1;
    float oneMinusBeta2;
    float epsilon;
    const float* gradients;
    float* weights;
    float* first;
    float* second;
    NS_DEVICE void operator()(std::int64_t i, const RangeStep& step, float gradientScale) const
    {
        const float g = gradients[i] * gradientScale;
        float w = weights[i];
        float m = first[i];
        float v = second[i];
        w -= w * step.decay;
        m += (g - m) * oneMinusBeta1;
        v += (g * g - v) * oneMinusBeta2;
        first[i] = m;
        second[i] = v;
        weights[i] = w - m * step.rate / (std::sqrt(v) + epsilon);
    }
};

} // namespace

std::int64_t sumSquaresWorkspace(std::int64_t count)
{
    return partialSums(count) * static_cast<std::int64_t>(sizeof(double));
}

void sumSquares(Stream& stream, const float* x, std::int64_t count, float* out, void* workspace)
{
    launchSum(stream, count, Square{x}, StoreSum{out}, static_cast<double*>(workspace));
}

std::int64_t updateWorkspace()
{
    return updateWorkspaceBytes;
}

void sgd(Stream& stream, const SgdAttributes& attributes, const UpdateControl& control, const float* gradients, float* weights,
         float* velocity, void* workspace)
{
    const Sgd rule{static_cast<float>(attributes.momentum), attributes.nesterov, gradients, weights, velocity};
    update(stream, attributes, control, Uncorrected(), rule, workspace);
}

void adam(Stream& stream, const AdamAttributes& attributes, const UpdateControl& control, const float* gradients, float* weights,
          float* m, float* v, void* workspace)
{
    const Adam rule{static_cast<float>(1.0 - attributes.beta1),
                    static_cast<float>(1.0 - attributes.beta2),
                    static_cast<float>(attributes.epsilon),
                    gradients,
                    weights,
                    m,
                    v};
    update(stream, attributes, control, AdamCorrection{attributes.beta1, attributes.beta2}, rule, workspace);
}

} // namespace netsmith::cuda::kernels
