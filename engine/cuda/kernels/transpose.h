#pragma once

#include "engine/cuda/device/stream.h"
#include "engine/ops/transpose.h"

#include <cstddef>

namespace netsmith::cuda::kernels {

/// y with x's axes in another order, for elements of 2 or 4 bytes.
void transpose(Stream& stream, const TransposeExtent& extent, std::size_t size, const void* x, void* y);

} // namespace netsmith::cuda::kernels
