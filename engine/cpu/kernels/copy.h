#pragma once

#include <cstdint>

namespace netsmith::kernels {

/// Copies `rows` runs of `bytes` bytes each, from runs `fromStride` bytes apart to runs `toStride` apart: one input of a
/// concatenation, or a slice.
void copyRuns(const void* from, std::int64_t fromStride, void* to, std::int64_t toStride, std::int64_t bytes,
              std::int64_t rows) noexcept;

/// Copies `bytes` bytes.
inline void copyBytes(const void* from, void* to, std::int64_t bytes) noexcept
{
    copyRuns(from, bytes, to, bytes, bytes, 1);
}

} // namespace netsmith::kernels
