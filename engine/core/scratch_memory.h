#pragma once

#include "engine/core/expected.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>

namespace netsmith {

/// Bytes, 0 at first, for what is larger than memory and is made anew by whoever needs it again: they lie in a file without a name
/// in `folder`, so that the kernel writes them there and takes their pages back when memory is short. All of the room on the disk
/// is taken at once, and given back with the last reference, however the program ends. Nobody else ever sees the file.
Expected<std::shared_ptr<std::byte[]>> scratchMemory(const std::filesystem::path& folder, std::size_t size);

/// Waits until all of such bytes have reached the disk; an error where one of them could not.
Expected<void> settle(std::span<const std::byte> scratch);

} // namespace netsmith
