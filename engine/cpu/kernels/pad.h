#pragma once

#include "engine/ops/pad.h"

#include <cstddef>

namespace netsmith::kernels {

/// y[i] = x[i − before] where x has that entry, else 0, for elements of `size` bytes whose zero is all zero bits.
void pad(const PadExtent& extent, std::size_t size, const std::byte* x, std::byte* y) noexcept;

} // namespace netsmith::kernels
