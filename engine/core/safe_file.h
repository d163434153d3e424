#pragma once

#include "engine/core/expected.h"

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace netsmith {

/// Replaces `path` by `content`, or leaves what was there: a new file beside it is written with every return checked, synced, read
/// back and compared, renamed over `path`, and its directory synced. Follows links, keeps permission bits, makes no directories;
/// refuses what is no regular file or may not be written. The only way this program writes a whole file.
Expected<void> writeFileSafely(const std::filesystem::path& path, std::span<const std::byte> content);
Expected<void> writeFileSafely(const std::filesystem::path& path, std::string_view content);

/// The bytes of a regular file; an error past `limit` bytes or the machine's memory, so that a wrong file can't fill it.
Expected<std::vector<std::byte>> readFile(const std::filesystem::path& path, std::uint64_t limit = std::uint64_t{1} << 40);
/// The same as text; no check of its encoding.
Expected<std::string> readTextFile(const std::filesystem::path& path, std::uint64_t limit = std::uint64_t{64} << 20);

/// SHA-256 as 64 lower-case hexadecimal digits.
std::string sha256(std::span<const std::byte> content);

} // namespace netsmith
