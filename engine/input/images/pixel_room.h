#pragma once

#include "engine/core/expected.h"

#include <cstdint>
#include <filesystem>

namespace netsmith::data {

/// How much decoded pictures take on the disk: together at most so many bytes; a set that is larger by itself may be up to half of
/// what is free, and is the only one then.
inline constexpr std::int64_t pixelFilesAtMost = std::int64_t{32} << 30;

/// Makes room for `bytes` in the place of `file`: removes from its folder the files with its ending that were opened longest ago,
/// until they and it are at most `atMost`, and what a program that was killed left half-written. Error `images.room` where it can't
/// be had; nothing is removed then.
Expected<void> makePixelRoom(const std::filesystem::path& file, std::int64_t bytes, std::int64_t atMost = pixelFilesAtMost);

/// Notes that `file` was opened now.
void markOpened(const std::filesystem::path& file);

} // namespace netsmith::data
