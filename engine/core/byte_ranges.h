#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace netsmith {

/// Bytes of memory that the ranges take together: what several of them hold counts once.
std::int64_t bytesCovered(std::vector<std::span<const std::byte>> ranges);

} // namespace netsmith
