#pragma once

#include "engine/cuda/device/stream.h"
#include "engine/ops/activation.h"

namespace netsmith::cuda::kernels {

/// y = the activation of a + b, rounded once; T is float, BFloat16 or Float16; y may be a or b.
template <class T>
void add(Stream& stream, Activation kind, const T* a, const T* b, T* y, std::int64_t count);

} // namespace netsmith::cuda::kernels
