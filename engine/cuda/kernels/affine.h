#pragma once

#include "engine/cuda/device/stream.h"
#include "engine/ops/affine.h"

namespace netsmith::cuda::kernels {

/// What a kernel takes of the table: all of it.
using AffinePattern = AffineTable;

/// y = factor · x + offset for `count` elements; y may be x. T is float, BFloat16 or Float16.
template <class T>
void affine(Stream& stream, const AffineTable& table, const T* x, T* y, std::int64_t count);

} // namespace netsmith::cuda::kernels
