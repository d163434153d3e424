#pragma once

#include "engine/ops/transpose.h"

#include <cstddef>

namespace netsmith::kernels {

/// y with x's axes in another order, for elements of 2 or 4 bytes: runs where the last axis stays, else square blocks that fit the
/// first cache, so that neither reading nor writing leaves lines half used.
void transpose(const TransposeExtent& extent, std::size_t size, const void* x, void* y) noexcept;

} // namespace netsmith::kernels
