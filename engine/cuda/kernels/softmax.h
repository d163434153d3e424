#pragma once

#include "engine/cuda/device/stream.h"

#include <algorithm>
#include <bit>

namespace netsmith::cuda::kernels {

/// Threads of the block that works on one row.
inline int blockSizeForRow(std::int64_t columns)
{
    constexpr std::uint64_t least = 32, most = 256;
    return static_cast<int>(std::bit_ceil(std::clamp(static_cast<std::uint64_t>(columns), least, most)));
}

// Over the last axis of [rows, columns]; T is float, BFloat16 or Float16; y may be x, dx may be dy.
template <class T>
void softmax(Stream& stream, const T* x, T* y, std::int64_t rows, std::int64_t columns);
/// dx = y·(dy − Σ y·dy)
template <class T>
void softmaxBackward(Stream& stream, const T* y, const T* dy, T* dx, std::int64_t rows, std::int64_t columns);

} // namespace netsmith::cuda::kernels
