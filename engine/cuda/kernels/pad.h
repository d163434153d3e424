#pragma once

#include "engine/cuda/device/stream.h"
#include "engine/ops/pad.h"

#include <cstddef>

namespace netsmith::cuda::kernels {

/// y[i] = x[i − before] where x has that entry, else 0, for elements of 2 or 4 bytes whose zero is all zero bits.
void pad(Stream& stream, const PadExtent& extent, std::size_t size, const void* x, void* y);

} // namespace netsmith::cuda::kernels
