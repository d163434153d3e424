#pragma once

#include "engine/cuda/kernels/on_device.h"
#include "engine/ops/activation.h"

#include <cmath>

namespace netsmith::cuda::kernels {

/// A NaN stays a NaN through every activation, so that the op that made it can be found.
NS_DEVICE inline float activated(Activation kind, float x)
{
    switch (kind) {
    case Activation::relu: return x < 0.0f ? 0.0f : x;
    case Activation::sigmoid: return 1.0f / (1.0f + std::exp(-x));
    case Activation::tanh: return std::tanh(x);
    case Activation::none: break;
    }
    return x;
}

/// The derivative at the argument whose result is `y`.
NS_DEVICE inline float slopeAt(Activation kind, float y)
{
    switch (kind) {
    case Activation::relu: return y > 0.0f ? 1.0f : 0.0f;
    case Activation::sigmoid: return y * (1.0f - y);
    case Activation::tanh: return 1.0f - y * y;
    case Activation::none: break;
    }
    return 1.0f;
}

} // namespace netsmith::cuda::kernels
