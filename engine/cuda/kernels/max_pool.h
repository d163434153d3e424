#pragma once

#include "engine/cuda/device/stream.h"
#include "engine/cuda/kernels/window_shape.h"

namespace netsmith::cuda::kernels {

// T is float, BFloat16 or Float16; winners are u8, or i32 where a window has more than 254 pixels.

/// y and the index, within its window, of the first maximum. With `rectify` of max(x, 0), whose winner is −1 (255 as u8) where that
/// is 0. A NaN is a maximum.
template <class T, class Winner>
void maxPool(Stream& stream, const WindowShape& shape, bool rectify, const T* x, T* y, Winner* winner);

/// The largest codes of 8 bits.
void maxPoolCodes(Stream& stream, const WindowShape& shape, const std::uint8_t* x, std::uint8_t* y);

/// dx: each window's dy at its winner, added up where windows overlap.
template <class T, class Winner>
void maxPoolBackward(Stream& stream, const WindowShape& shape, const T* dy, const Winner* winner, T* dx);

} // namespace netsmith::cuda::kernels
