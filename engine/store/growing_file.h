#pragma once

#include "engine/core/open_folder.h"

#include <cstdint>
#include <string_view>

namespace netsmith {

/// A file that only grows, a whole piece at a time, and that anything can read while it does.
class GrowingFile {
public:
    /// Begins an empty one in a folder that has nothing of its name.
    static Expected<GrowingFile> create(const OpenFolder& folder, const std::string& name);
    /// Opens one to go on with behind its first `size` bytes; what is there beyond them is removed. Not through a link:
    /// `file.link`.
    static Expected<GrowingFile> cutBack(const OpenFolder& folder, const std::string& name, std::int64_t size);

    GrowingFile(GrowingFile&& other) noexcept;
    GrowingFile& operator=(GrowingFile&& other) noexcept;
    ~GrowingFile();

    /// On a full disk what went in of the piece is taken back and the error is `resources`.
    Expected<void> append(std::string_view bytes);
    /// Brings what was written to the disk for certain.
    Expected<void> sync();

private:
    GrowingFile(std::filesystem::path path, int fd, std::int64_t size)
        : m_path(std::move(path))
        , m_fd(fd)
        , m_size(size)
    {
    }

    std::filesystem::path m_path;
    int m_fd = -1;
    std::int64_t m_size = 0;
};

} // namespace netsmith
