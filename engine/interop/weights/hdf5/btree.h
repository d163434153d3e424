#pragma once

#include "engine/interop/weights/hdf5/bytes.h"

#include <vector>

namespace netsmith::interop::hdf5 {

/// A piece of an array.
struct Chunk {
    std::uint64_t address = nowhere;
    std::uint32_t size = 0; ///< as stored, in bytes
    std::uint32_t unfiltered = 0; ///< bit n: filter n was not applied
    std::vector<std::uint64_t> offset{}; ///< of its first element along each axis
};

/// Walk B-trees of version 1 (specification III.A.1): the nodes of a group's symbol table in the order of names, and the chunks of
/// an array of `rank` axes. Throw `weights.hdf5_tree`.
std::vector<std::uint64_t> readNameTree(Content& content, std::uint64_t root);
std::vector<Chunk> readChunkTree(Content& content, std::uint64_t root, int rank);

} // namespace netsmith::interop::hdf5
