#pragma once

#include "engine/core/expected.h"
#include "engine/core/sha256.h"

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace netsmith {

class OpenFolder;

/// Replaces `path` by `content`, or leaves it unchanged: a new file next to it is written with every return value checked, synced,
/// read back and compared, renamed over `path`, and its directory synced. Follows a link if it stays in its own folder; one that
/// leads out may have come with the folder from anywhere and is the error `file.leads_out`. Keeps permission bits from the first
/// byte on, makes no directories; refuses what is not a regular file or is not writable. Temporary files left in the folder by
/// killed programs are removed. This, its sibling within a folder and `SafeFileWriter`, for pieces, are the only way this program
/// writes a whole file.
Expected<void> writeFileSafely(const std::filesystem::path& path, std::span<const std::byte> content);
Expected<void> writeFileSafely(const std::filesystem::path& path, std::string_view content);

/// The same for a name of one part in a folder held open, where no link is followed: one of that name is the error `file.link`.
Expected<void> writeFileSafely(const OpenFolder& folder, const std::string& name, std::span<const std::byte> content);
Expected<void> writeFileSafely(const OpenFolder& folder, const std::string& name, std::string_view content);

/// The bytes of a regular file; an error past `limit` bytes or the machine's memory, so that a wrong file can't fill it.
Expected<std::vector<std::byte>> readFile(const std::filesystem::path& path, std::uint64_t limit = std::uint64_t{1} << 40);
/// The same as text; no check of its encoding.
Expected<std::string> readTextFile(const std::filesystem::path& path, std::uint64_t limit = std::uint64_t{64} << 20);

/// The SHA-256 of a regular file, which is read block by block.
Expected<std::string> sha256OfFile(const std::filesystem::path& path);

} // namespace netsmith
