#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace netsmith {

/// The bytes of memory that the ranges cover together: overlaps count once.
std::int64_t bytesCovered(std::vector<std::span<const std::byte>> ranges);

} // namespace netsmith
