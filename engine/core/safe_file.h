#pragma once

#include "engine/core/expected.h"
#include "engine/core/sha256.h"

#include <cstddef>
#include <filesystem>
#include <memory>
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
/// killed programs are removed. This and its siblings, for pieces and within a folder, are the only way this program writes a whole
/// file.
Expected<void> writeFileSafely(const std::filesystem::path& path, std::span<const std::byte> content);
Expected<void> writeFileSafely(const std::filesystem::path& path, std::string_view content);

/// The same for a name of one part in a folder held open, where no link is followed: one of that name is the error `file.link`.
/// Pieces follow one after the other.
Expected<void> writeFileSafely(const OpenFolder& folder, const std::string& name,
                               std::span<const std::span<const std::byte>> pieces);
Expected<void> writeFileSafely(const OpenFolder& folder, const std::string& name, std::span<const std::byte> content);
Expected<void> writeFileSafely(const OpenFolder& folder, const std::string& name, std::string_view content);

/// Replaces a file by one that comes in pieces and need not fit into memory: they go into the new file next to it and are hashed as
/// they are written. If not committed, nothing is left.
class SafeFileWriter {
public:
    /// Refuses at once what `writeFileSafely` refuses.
    static Expected<SafeFileWriter> open(const std::filesystem::path& path);
    SafeFileWriter(SafeFileWriter&&) noexcept;
    SafeFileWriter& operator=(SafeFileWriter&&) noexcept;
    ~SafeFileWriter();

    /// After an error the new file is of no use any more.
    Expected<void> append(std::span<const std::byte> piece);
    /// Back to an empty file.
    Expected<void> clear();
    std::uint64_t size() const;
    /// The `sha256` of what was appended.
    std::string sha256() const;
    /// Syncs, reads back and compares with the hash, and puts the file in place; once, and nothing after it.
    Expected<void> commit();

private:
    class Content;
    explicit SafeFileWriter(std::unique_ptr<Content> content);

    std::unique_ptr<Content> m_content;
};

/// The bytes of a regular file; an error past `limit` bytes or the machine's memory, so that a wrong file can't fill it.
Expected<std::vector<std::byte>> readFile(const std::filesystem::path& path, std::uint64_t limit = std::uint64_t{1} << 40);
/// The same as text; no check of its encoding.
Expected<std::string> readTextFile(const std::filesystem::path& path, std::uint64_t limit = std::uint64_t{64} << 20);

/// The SHA-256 of a regular file, which is read block by block.
Expected<std::string> sha256OfFile(const std::filesystem::path& path);

} // namespace netsmith
