#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace netsmith {

/// Bytes that are needed from op `first` to op `last`, both included.
struct BufferRequest {
    std::int64_t bytes = 0;
    int first = 0;
    int last = 0;
};

struct MemoryPlacement {
    std::vector<std::int64_t> offsets; ///< one per request; multiples of the alignment
    std::int64_t bytes = 0; ///< of the arena that holds them all
};

/// From this many buffers on, they are placed in the order in which they are needed; a network has two to four per layer.
inline constexpr std::size_t mostComparedBuffers = 1 << 12;

/// Places buffers in one arena so that those alive together never overlap: largest first, each in the tightest gap among those
/// placed before with overlapping lifetimes. Pure and deterministic. Pisarchyk and Lee, "Efficient memory management for deep
/// neural net inference", 2020, section 5.2.
///
/// That compares all pairs. From `mostComparedBuffers` on, each gets the tightest gap that is free at its first moment: O(n log n),
/// and a few percent more memory.
MemoryPlacement placeBuffers(std::span<const BufferRequest> requests, std::int64_t alignment = 64);

} // namespace netsmith
