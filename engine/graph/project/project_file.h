#pragma once

#include "engine/graph/project/project.h"

namespace netsmith {

inline constexpr std::uint64_t largestProject = std::uint64_t{16} << 20; // the largest networks drawn by hand take some hundred KiB

/// The folder of a project's file.
std::filesystem::path folderOfProject(const std::filesystem::path& file);

/// What `saveProject` writes to a path, so that its hash is known without reading it back; an error if `loadProject` would not read
/// it.
Expected<std::string> readableProjectText(const Project& project, const std::filesystem::path& path);

} // namespace netsmith
