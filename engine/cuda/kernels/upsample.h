#pragma once

#include "engine/cuda/device/stream.h"
#include "engine/ops/upsample.h"

namespace netsmith::cuda::kernels {

/// What the gradient needs.
using UpsampleGradient = UpsampleExtent;

// T is float, BFloat16 or Float16, added up in float.
template <class T>
void upsample(Stream& stream, const UpsampleExtent& extent, const T* x, T* y);
template <class T>
void upsampleBackward(Stream& stream, const UpsampleExtent& extent, const T* dy, T* dx);

} // namespace netsmith::cuda::kernels
