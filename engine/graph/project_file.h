#pragma once

#include "engine/graph/project.h"

namespace netsmith {

/// The folder that a project's file lies in.
std::filesystem::path folderOfProject(const std::filesystem::path& file);

/// What `saveProject` writes to a path, so that its hash is known without reading it back.
std::string projectFileText(const Project& project, const std::filesystem::path& path);

} // namespace netsmith
