#pragma once

#include "engine/core/expected.h"
#include "engine/core/files/file_blocks.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

namespace netsmith {

class OpenFolder;

/// Replaces a file, as `writeFileSafely` does, by one that comes in pieces and need not fit into memory: they go into the new file
/// next to it and are hashed as they are written. If not committed, nothing is left.
class SafeFileWriter {
public:
    /// Refuses at once what `writeFileSafely` refuses.
    static Expected<SafeFileWriter> open(const std::filesystem::path& path);
    static Expected<SafeFileWriter> open(const OpenFolder& folder, const std::string& name, PageCache cache = PageCache::used);
    SafeFileWriter(SafeFileWriter&&) noexcept;
    SafeFileWriter& operator=(SafeFileWriter&&) noexcept;
    ~SafeFileWriter();

    /// After an error, which may be that of an earlier piece, the new file is of no use any more.
    Expected<void> append(std::span<const std::byte> piece);
    /// Back to an empty file.
    Expected<void> clear();
    std::uint64_t size() const;
    /// The `sha256` of what was appended.
    std::string sha256() const;
    /// Syncs, reads back and compares, and puts the file in place; once, and nothing after it.
    Expected<void> commit();

private:
    class Content;
    explicit SafeFileWriter(std::unique_ptr<Content> content);

    std::unique_ptr<Content> m_content;
};

} // namespace netsmith
