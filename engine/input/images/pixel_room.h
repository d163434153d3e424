#pragma once

#include "engine/core/expected.h"

#include <cstdint>
#include <filesystem>

namespace netsmith::data {

/// The disk space of decoded pictures: together at most this many bytes; a single larger set may take up to half of the free space,
/// and is then the only one.
inline constexpr std::int64_t pixelFilesAtMost = std::int64_t{32} << 30;

/// Makes room for `bytes` for `file`: removes the least recently opened files with its extension from its folder, until they and it
/// are at most `atMost`, and partial files of killed programs. Error `images.room` if that is impossible; nothing is then removed.
Expected<void> makePixelRoom(const std::filesystem::path& file, std::int64_t bytes, std::int64_t atMost = pixelFilesAtMost);

/// Records that `file` was opened now.
void markOpened(const std::filesystem::path& file);

} // namespace netsmith::data
