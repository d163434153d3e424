#pragma once

#include "engine/core/files/open_folder.h"

#include <cstdint>
#include <string_view>

namespace netsmith {

/// An append-only file, written in whole pieces, that can be read while it grows.
class GrowingFile {
public:
    /// Creates an empty one in a folder that has nothing of its name.
    static Expected<GrowingFile> create(const OpenFolder& folder, const std::string& name);
    /// Opens one for appending after its first `size` bytes; the rest is removed. Not through a link: `file.link`.
    static Expected<GrowingFile> cutBack(const OpenFolder& folder, const std::string& name, std::int64_t size);

    GrowingFile(GrowingFile&& other) noexcept;
    GrowingFile& operator=(GrowingFile&& other) noexcept;
    ~GrowingFile();

    /// On a full disk a partial write is undone and the error is `resources`.
    Expected<void> append(std::string_view bytes);
    /// Syncs what was written to the disk.
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
