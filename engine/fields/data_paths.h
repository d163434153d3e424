#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace netsmith::data {

/// Where data is searched for, and where downloads go.
struct DataPaths {
    std::filesystem::path dataDir; ///< what the caller named, else empty
    std::filesystem::path environmentDir; ///< NETSMITH_DATA_DIR, else empty
    std::filesystem::path cacheDir; ///< the XDG cache's netsmith/data; empty where there is no home
    /// The folders "datasets" of $XDG_DATA_DIRS that there are: packages of the distribution put theirs there.
    std::vector<std::filesystem::path> systemDirs{};

    /// Those that are set, in search order.
    std::vector<std::filesystem::path> folders() const;
    /// Where downloads are put: what the caller named, else the cache (NETSMITH_DATA_DIR may be shared and read-only). Throws
    /// `data.no_cache`.
    std::filesystem::path downloadDir() const;
};

/// The paths of this process's environment. Throws `data.folder` where `dataDir` is named and not a folder.
DataPaths dataPaths(const std::filesystem::path& dataDir = {});

} // namespace netsmith::data
