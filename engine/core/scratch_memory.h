#pragma once

#include "engine/core/expected.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>

namespace netsmith {

/// Bytes, initially 0, for temporary data larger than memory: they are in an unnamed file in `folder`, so that the kernel can write
/// them there and reclaim their pages when memory is short. All of the disk space is allocated at once, and freed with the last
/// reference, however the program ends. No other program ever sees the file.
Expected<std::shared_ptr<std::byte[]>> scratchMemory(const std::filesystem::path& folder, std::size_t size);

/// Waits until all of these bytes have reached the disk; an error if one of them could not.
Expected<void> settle(std::span<const std::byte> scratch);

} // namespace netsmith
