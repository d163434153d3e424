#pragma once

#include "engine/data/source.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace netsmith::data {

/// The files of a data set, found together in one folder.
struct LocatedFiles {
    std::filesystem::path folder;
    std::vector<std::filesystem::path> paths; ///< in the order of the names asked for
};

/// The result of looking for a data set's files.
struct Search {
    std::optional<LocatedFiles> files;
    std::string incomplete; ///< the file that is missing in the first folder that holds others, else empty

    /// The files; none if they were not found.
    std::vector<std::filesystem::path> paths() const { return files ? files->paths : std::vector<std::filesystem::path>(); }
};

/// The first of the data folders, or of `subfolders` in them, which are tried in their order, that holds all files of these names,
/// plain or with ".gz" appended. Looks at names only.
Search locateFiles(const DataPaths& paths, std::span<const std::filesystem::path> subfolders, std::span<const std::string> names);

/// The same in words: where the source was found or what is missing, for callers that can say how to get it.
Availability availabilityOf(const SourceInfo& info, const DataPaths& paths, const Search& search);

} // namespace netsmith::data
