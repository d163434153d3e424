#pragma once

#include "engine/cuda/device/stream.h"
#include "engine/cuda/kernels/window_shape.h"

namespace netsmith::cuda::kernels {

// T is float, BFloat16 or Float16, added up in float; padding does not count.
template <class T>
void averagePool(Stream& stream, const WindowShape& shape, const T* x, T* y);
template <class T>
void averagePoolBackward(Stream& stream, const WindowShape& shape, const T* dy, T* dx);

} // namespace netsmith::cuda::kernels
