#pragma once

#include "engine/graph/project/project.h"

#include <filesystem>

namespace netsmith {

/// Makes runs as weeks of work leave them; returns their number.
int makeRuns(const Project& project, const std::filesystem::path& folder);

} // namespace netsmith
