#pragma once

#include "engine/cuda/device/stream.h"
#include "engine/ops/activation.h"

namespace netsmith::cuda::kernels {

// Element by element; T is float, BFloat16 or Float16; the result may take the place of an argument.
template <class T>
void activate(Stream& stream, Activation kind, float alpha, const T* x, T* y, std::int64_t count);
/// dx = dy · the slope, from what `slopeReads` says; 0 where the slope is.
template <class T>
void activateBackward(Stream& stream, Activation kind, float alpha, const T* read, const T* dy, T* dx, std::int64_t count);
/// y[r, c] = activation(y[r, c] + bias[c])
template <class T>
void biasActivate(Stream& stream, Activation kind, const float* bias, T* y, std::int64_t rows, std::int64_t columns);

} // namespace netsmith::cuda::kernels
