#pragma once

#include "engine/core/bfloat16.h"
#include "engine/ops/activation.h"

#include <cstdint>

namespace netsmith::kernels {

// `count` numbers, f32 or BFloat16.
/// y = the activation of x; y may be x. A NaN stays one.
template <class T>
void activate(Activation kind, float alpha, const T* x, T* y, std::int64_t count) noexcept;
/// dx = dy · the slope, from what `slopeReads` says; 0 where the slope is 0, whatever dy is. dx may be either of the two inputs.
template <class T>
void activateBackward(Activation kind, float alpha, const T* read, const T* dy, T* dx, std::int64_t count) noexcept;

/// With the default α, in place: for an activation fused into a product or a sum.
template <class T>
void activate(Activation kind, T* y, std::int64_t count) noexcept
{
    if (kind != Activation::none)
        activate(kind, static_cast<float>(defaultAlpha(kind)), y, y, count);
}

} // namespace netsmith::kernels
