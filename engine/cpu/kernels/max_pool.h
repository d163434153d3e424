#pragma once

#include "engine/core/bfloat16.h"
#include "engine/ops/window_steps.h"

namespace netsmith::kernels {

// f32 or BFloat16 images; winners are u8, or i32 where a window has more than 254 pixels.

/// y and the index, within its window, of the first maximum. With `rectify` of max(x, 0), whose winner is −1 (255 as u8) where that
/// is 0. A NaN is a maximum.
template <class T, class Winner>
void maxPool(const WindowShape& shape, bool rectify, const T* x, T* y, Winner* winner) noexcept;

/// The largest codes of 8 bits.
void maxPoolCodes(const WindowShape& shape, const std::uint8_t* x, std::uint8_t* y) noexcept;

/// dx: each window's dy at its winner, added up where windows overlap.
template <class T, class Winner>
void maxPoolBackward(const WindowShape& shape, const T* dy, const Winner* winner, T* dx) noexcept;

} // namespace netsmith::kernels
