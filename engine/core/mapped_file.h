#pragma once

#include "engine/core/expected.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>

namespace netsmith {

/// A file that is read where it is touched: the kernel brings its pages and takes them back when memory is short, so it may be
/// larger than memory. Only for files that are replaced whole, as `writeFileSafely` does it; one that is cut short while it is
/// mapped ends the program.
struct MappedFile {
    std::shared_ptr<const std::byte[]> bytes; ///< on a page's boundary; null where the file is empty
    std::size_t size = 0;

    std::span<const std::byte> all() const { return {bytes.get(), size}; }
};

/// Maps a regular file for reading.
Expected<MappedFile> mapFile(const std::filesystem::path& path);

/// Tells the kernel that these bytes of a mapping will be read in a moment, so that it brings them meanwhile.
void willRead(std::span<const std::byte> bytes);

} // namespace netsmith
