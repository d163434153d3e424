#pragma once

#include "engine/core/expected.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>

namespace netsmith {

/// A file that is read where it is touched: the kernel brings its pages and takes them back when memory is short, so it may be
/// larger than memory. What is cut off a file while it is mapped reads as zeros: ask `checkMapped` after each longer reading.
struct MappedFile {
    std::shared_ptr<const std::byte[]> bytes; ///< on a page's boundary; null where the file is empty
    std::size_t size = 0;

    std::span<const std::byte> all() const { return {bytes.get(), size}; }
};

/// Maps a regular file for reading.
Expected<MappedFile> mapFile(const std::filesystem::path& path);

/// Throws `file.shrunk` if these bytes lie in a mapped file that has become shorter than it was. Bytes of no file are always there.
void checkMapped(std::span<const std::byte> bytes);

/// Tells the kernel that these bytes of a mapping will be read in a moment, so that it brings them meanwhile.
void willRead(std::span<const std::byte> bytes);

} // namespace netsmith
