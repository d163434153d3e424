#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace netsmith::data {

/// Detects without reading whether files, or the names in folders and their subfolders, have changed.
class FileStamps {
public:
    FileStamps() = default;
    explicit FileStamps(const std::vector<std::filesystem::path>& places);

    /// Each of the places that is a folder, and the folders in it: what is made or removed in them changes the stamps.
    std::vector<std::filesystem::path> folders() const;
    /// These, with the older stamp of each path that `before` has one of: what changed since then still differs.
    FileStamps since(const FileStamps& before) const;
    bool operator==(const FileStamps&) const = default;

private:
    struct Stamp {
        std::filesystem::path path;
        std::uint64_t node = 0; ///< 0: there is none
        std::int64_t size = 0;
        std::int64_t changed = 0; ///< nanoseconds
        bool isFolder = false;
        bool operator==(const Stamp&) const = default;
    };

    void add(const std::filesystem::path& place);

    std::vector<Stamp> m_stamps;
};

} // namespace netsmith::data
