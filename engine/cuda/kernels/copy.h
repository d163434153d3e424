#pragma once

#include "engine/cuda/device/stream.h"

namespace netsmith::cuda::kernels {

/// Copies `runs` runs of `bytes` bytes each, from runs `fromStride` bytes apart to runs `toStride` apart: one input of a
/// concatenation, or a slice.
void copyRuns(Stream& stream, const void* from, std::int64_t fromStride, void* to, std::int64_t toStride, std::int64_t bytes,
              std::int64_t runs);

/// Copies `bytes` bytes.
inline void copyBytes(Stream& stream, const void* from, void* to, std::int64_t bytes)
{
    stream.copy(to, from, bytes);
}

} // namespace netsmith::cuda::kernels
