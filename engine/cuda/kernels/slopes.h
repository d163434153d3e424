#pragma once

#include "engine/cuda/kernels/on_device.h"
#include "engine/ops/activation.h"

#include <cmath>

namespace netsmith::cuda::kernels {

NS_DEVICE inline float sigmoidOf(float x)
{
    return 1.0f / (1.0f + std::exp(-x));
}

/// ln(1 + eˣ), never by the exponential of a large number.
NS_DEVICE inline float softplusOf(float x)
{
    return (x < 0.0f ? 0.0f : x) + std::log1p(std::exp(-std::fabs(x)));
}

/// The normal distribution: what lies below x.
NS_DEVICE inline float normalBelow(float x)
{
    return 0.5f * std::erfc(-0.70710678f * x);
}

/// 2u of GELU's ½x(1 + tanh u) = x·sigmoid(2u).
NS_DEVICE inline float tanhArgument(float x)
{
    return 1.59576912f * (x + 0.044715f * x * x * x);
}

/// x·weight; 0 where the weight is, so that no infinity makes a NaN there.
NS_DEVICE inline float weighted(float x, float weight)
{
    return weight == 0.0f ? 0.0f : x * weight;
}

NS_DEVICE inline float clamped(float x, float low, float high)
{
    return x < low ? low : x > high ? high : x;
}

/// eˣ·(eˣ + 2), from which mish and its derivative follow without cancellation; beyond 20 both are at their limits in f32.
NS_DEVICE inline float mishTerm(float e)
{
    return e * (e + 2.0f);
}
NS_DEVICE inline float mishExponential(float x)
{
    return std::exp(x > 20.0f ? 20.0f : x);
}

/// A NaN stays a NaN through every activation, so that the op that made it can be found.
NS_DEVICE inline float activated(Activation kind, float x, float alpha)
{
    switch (kind) {
    case Activation::elu: return x > 0.0f ? x : alpha * std::expm1(x);
    case Activation::gelu: return weighted(x, normalBelow(x));
    case Activation::geluTanh: return weighted(x, sigmoidOf(tanhArgument(x)));
    case Activation::hardSigmoid: return clamped(x + 3.0f, 0.0f, 6.0f) / 6.0f;
    case Activation::hardSilu: return weighted(x, clamped(x + 3.0f, 0.0f, 6.0f) / 6.0f);
    case Activation::hardTanh: return clamped(x, -1.0f, 1.0f);
    case Activation::leakyRelu: return x > 0.0f ? x : alpha * x;
    case Activation::mish: {
        const float n = mishTerm(mishExponential(x));
        return weighted(x, n / (n + 2.0f));
    }
    case Activation::relu: return x < 0.0f ? 0.0f : x;
    case Activation::relu6: return clamped(x, 0.0f, 6.0f);
    case Activation::selu: return static_cast<float>(seluScale) * (x > 0.0f ? x : static_cast<float>(seluAlpha) * std::expm1(x));
    case Activation::sigmoid: return sigmoidOf(x);
    case Activation::silu: return weighted(x, sigmoidOf(x));
    case Activation::softplus: return softplusOf(x);
    case Activation::softsign: return std::fabs(x) > 1e8f ? std::copysign(1.0f, x) : x / (1.0f + std::fabs(x));
    case Activation::tanh: return std::tanh(x);
    case Activation::none: break;
    }
    return x;
}
NS_DEVICE inline float activated(Activation kind, float x)
{
    return activated(kind, x, static_cast<float>(defaultAlpha(kind)));
}

/// The derivative from what `slopeReads` says: the argument or the result.
NS_DEVICE inline float slopeAt(Activation kind, float read, float alpha)
{
    const float x = read;
    const float y = read;
    switch (kind) {
    case Activation::elu: return y > 0.0f ? 1.0f : y + alpha;
    case Activation::gelu: return normalBelow(x) + weighted(x, 0.39894228f * std::exp(-0.5f * x * x));
    case Activation::geluTanh: {
        const float bounded = clamped(x, -30.0f, 30.0f); // where both terms are at their limits
        const float s = sigmoidOf(tanhArgument(bounded));
        const float other = sigmoidOf(-tanhArgument(bounded));
        return s + bounded * 1.59576912f * (1.0f + 3.0f * 0.044715f * bounded * bounded) * s * other;
    }
    case Activation::hardSigmoid: return x > -3.0f && x < 3.0f ? 1.0f / 6.0f : 0.0f;
    case Activation::hardSilu: return x <= -3.0f ? 0.0f : x >= 3.0f ? 1.0f : (2.0f * x + 3.0f) / 6.0f;
    case Activation::hardTanh: return y > -1.0f && y < 1.0f ? 1.0f : 0.0f;
    case Activation::leakyRelu: return y > 0.0f ? 1.0f : alpha;
    case Activation::mish: {
        const float e = mishExponential(x);
        const float n = mishTerm(e);
        return n / (n + 2.0f) + weighted(x, 4.0f * e * (1.0f + e) / ((n + 2.0f) * (n + 2.0f)));
    }
    case Activation::relu: return y > 0.0f ? 1.0f : 0.0f;
    case Activation::relu6: return y > 0.0f && y < 6.0f ? 1.0f : 0.0f;
    case Activation::selu: return y > 0.0f ? static_cast<float>(seluScale) : y + static_cast<float>(seluScale * seluAlpha);
    case Activation::sigmoid: return y * (1.0f - y);
    case Activation::silu: return sigmoidOf(x) + weighted(x, sigmoidOf(x) * sigmoidOf(-x));
    case Activation::softplus: return sigmoidOf(x);
    case Activation::softsign: return 1.0f / ((1.0f + std::fabs(x)) * (1.0f + std::fabs(x)));
    case Activation::tanh: return 1.0f - y * y;
    case Activation::none: break;
    }
    return 1.0f;
}

} // namespace netsmith::cuda::kernels
