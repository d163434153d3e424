#pragma once

#include "engine/interop/weights/hdf5/bytes.h"

#include <vector>

namespace netsmith::interop::hdf5 {

/// What was done to each chunk of an array before it was written.
struct Filter {
    enum class Kind : std::uint16_t { deflate = 1, shuffle = 2, fletcher32 = 3 };
    Kind kind{};
    std::uint32_t elementSize = 1; ///< of `shuffle`
};

/// The most that deflate packs into a byte, from zlib's technical details.
inline constexpr std::uint64_t densest = 1032;

/// In the order of writing (specification IV.A.2.l). Throws `weights.hdf5_filter` if one is none of these.
std::vector<Filter> readFilters(std::span<const std::byte> message);

/// Undoes the filters of a chunk, except for those whose bit is set in `unfiltered`; the result has `size` bytes. Throws
/// `weights.hdf5_deflate`, `weights.hdf5_fletcher32`, `weights.hdf5_chunk_size`.
std::vector<std::byte> unfilter(const std::vector<Filter>& filters, std::uint32_t unfiltered, std::span<const std::byte> stored,
                                std::size_t size);

} // namespace netsmith::interop::hdf5
