#pragma once

#include "engine/core/expected.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>

namespace netsmith {

/// A file that is read on demand: the kernel loads its pages and drops them when memory is short, so it may be larger than memory.
/// What is truncated from a file while it is mapped reads as zeros: call `checkMapped` after each longer read.
struct MappedFile {
    std::shared_ptr<const std::byte[]> bytes; ///< on a page boundary; null if the file is empty
    std::size_t size = 0;

    std::span<const std::byte> all() const { return {bytes.get(), size}; }
};

/// Maps a regular file for reading.
Expected<MappedFile> mapFile(const std::filesystem::path& path);

/// Throws `file.shrunk` if these bytes lie in a mapped file that has become shorter than it was. Bytes outside any file are always
/// valid.
void checkMapped(std::span<const std::byte> bytes);

/// Tells the kernel that these bytes of a mapping will be read soon, so that it loads them in the background.
void willRead(std::span<const std::byte> bytes);

} // namespace netsmith
