#include "engine/cuda/kernels/adaptive_update.h"

#include "engine/cuda/kernels/update_ranges.h"

#include <cmath>

namespace netsmith::cuda::kernels {
namespace {

struct Adadelta {
    float oneMinusRho;
    float epsilon;
    const float* gradients;
    float* weights;
    float* squares;
    float* changes;
    NS_DEVICE void operator()(std::int64_t i, const RangeStep& step, float gradientScale) const
    {
        const float g = gradients[i] * gradientScale;
        float a = squares[i];
        float x = changes[i];
        a += (g * g - a) * oneMinusRho;
        const float change = g * (std::sqrt(x + epsilon) / std::sqrt(a + epsilon));
        x += (change * change - x) * oneMinusRho;
        squares[i] = a;
        changes[i] = x;
        weights[i] = weights[i] - weights[i] * step.decay - change * step.rate;
    }
};

struct Adagrad {
    float epsilon;
    const float* gradients;
    float* weights;
    float* squares;
    NS_DEVICE void operator()(std::int64_t i, const RangeStep& step, float gradientScale) const
    {
        const float g = gradients[i] * gradientScale;
        const float a = squares[i] + g * g;
        squares[i] = a;
        weights[i] = weights[i] - weights[i] * step.decay - g * step.rate / std::sqrt(a + epsilon);
    }
};

struct Lion {
    float oneMinusBeta1;
    float oneMinusBeta2;
    const float* gradients;
    float* weights;
    float* first;
    NS_DEVICE void operator()(std::int64_t i, const RangeStep& step, float gradientScale) const
    {
        const float g = gradients[i] * gradientScale;
        const float m = first[i];
        const float direction = m + (g - m) * oneMinusBeta1;
        const float change = direction > 0.0f ? step.rate : direction < 0.0f ? -step.rate : 0.0f;
        first[i] = m + (g - m) * oneMinusBeta2;
        weights[i] = weights[i] - weights[i] * step.decay - change;
    }
};

struct NadamCorrection {
    double beta1;
    double beta2;
    NS_DEVICE void operator()(std::int64_t step, RangeStep& range) const
    {
        const NadamFactors factors = nadamFactors(beta1, beta2, step);
        range.factors[0] = static_cast<float>(factors.ofMomentum);
        range.factors[1] = static_cast<float>(factors.ofGradient);
        range.factors[2] = static_cast<float>(factors.ofSquares);
    }
};

struct Nadam {
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
        float m = first[i];
        float v = second[i];
        m += (g - m) * oneMinusBeta1;
        v += (g * g - v) * oneMinusBeta2;
        first[i] = m;
        second[i] = v;
        const float mean = m * step.factors[0] + g * step.factors[1];
        const float root = std::sqrt(v * step.factors[2]) + epsilon;
        weights[i] = weights[i] - weights[i] * step.decay - mean * step.rate / root;
    }
};

struct Rmsprop {
    float oneMinusRho;
    float momentum;
    float epsilon;
    const float* gradients;
    float* weights;
    float* squares;
    float* means;
    float* velocity;
    NS_DEVICE void operator()(std::int64_t i, const RangeStep& step, float gradientScale) const
    {
        const float g = gradients[i] * gradientScale;
        float spread = squares[i];
        spread += (g * g - spread) * oneMinusRho;
        squares[i] = spread;
        if (means) {
            float mean = means[i];
            mean += (g - mean) * oneMinusRho;
            means[i] = mean;
            spread -= mean * mean;
            spread = spread < 0.0f ? 0.0f : spread; // only by rounding; a NaN stays one
        }
        float change = g * step.rate / std::sqrt(spread + epsilon);
        if (velocity) {
            change += velocity[i] * momentum;
            velocity[i] = change;
        }
        weights[i] = weights[i] - weights[i] * step.decay - change;
    }
};

float oneMinus(double share)
{
    return static_cast<float>(1.0 - share);
}

} // namespace

void adadelta(Stream& stream, const AdadeltaAttributes& attributes, const UpdateControl& control, const float* gradients,
              float* weights, float* squares, float* changes, void* workspace)
{
    const Adadelta rule{oneMinus(attributes.rho), static_cast<float>(attributes.epsilon), gradients, weights, squares, changes};
    update(stream, attributes, control, Uncorrected(), rule, workspace);
}

void adagrad(Stream& stream, const AdagradAttributes& attributes, const UpdateControl& control, const float* gradients,
             float* weights, float* squares, void* workspace)
{
    const Adagrad rule{static_cast<float>(attributes.epsilon), gradients, weights, squares};
    update(stream, attributes, control, Uncorrected(), rule, workspace);
}

void lion(Stream& stream, const LionAttributes& attributes, const UpdateControl& control, const float* gradients, float* weights,
          float* m, void* workspace)
{
    const Lion rule{oneMinus(attributes.beta1), oneMinus(attributes.beta2), gradients, weights, m};
    update(stream, attributes, control, Uncorrected(), rule, workspace);
}

void nadam(Stream& stream, const NadamAttributes& attributes, const UpdateControl& control, const float* gradients, float* weights,
           float* m, float* v, void* workspace)
{
    const Nadam rule{
        oneMinus(attributes.beta1), oneMinus(attributes.beta2), static_cast<float>(attributes.epsilon), gradients, weights, m, v};
    update(stream, attributes, control, NadamCorrection{attributes.beta1, attributes.beta2}, rule, workspace);
}

void rmsprop(Stream& stream, const RmspropAttributes& attributes, const UpdateControl& control, const float* gradients,
             float* weights, float* squares, float* means, float* velocity, void* workspace)
{
    const Rmsprop rule{oneMinus(attributes.rho),
                       static_cast<float>(attributes.momentum),
                       static_cast<float>(attributes.epsilon),
                       gradients,
                       weights,
                       squares,
                       means,
                       velocity};
    update(stream, attributes, control, Uncorrected(), rule, workspace);
}

} // namespace netsmith::cuda::kernels
