#pragma once

#include "engine/cuda/device/stream.h"
#include "engine/cuda/kernels/window_shape.h"
#include "engine/ops/activation.h"

namespace netsmith::cuda::kernels {

// Convolutions in which each channel has `times` filters of its own: w [kh,kw,C·times]. T is float, BFloat16 or Float16; all sums
// are in float.

/// y = activation(Σ x·w + bias); no bias if it is null.
template <class T>
void depthwise(Stream& stream, const WindowShape& shape, std::int64_t times, const T* x, const T* w, const float* bias,
               Activation activation, T* y);
template <class T>
void depthwiseBackwardData(Stream& stream, const WindowShape& shape, std::int64_t times, const T* dy, const T* w, T* dx);
/// `partials` has room for `columnPartials(output pixels, elements of w)`.
template <class T>
void depthwiseBackwardWeights(Stream& stream, const WindowShape& shape, std::int64_t times, const T* x, const T* dy, float* dw,
                              float* partials);

} // namespace netsmith::cuda::kernels
