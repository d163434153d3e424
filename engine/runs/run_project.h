#pragma once

#include "engine/core/expected.h"

#include <filesystem>

namespace netsmith::runs {

/// Makes a project file from a run: its exact graph and settings, the run's own copy byte for byte. If its data is in the run's
/// folder itself, the path to it is rewritten, and the result is false. Throws `run.none`, `runs.no_project` if the run has none,
/// `runs.file_exists` unless `overwrite`, and what `loadProject` and `writeFileSafely` say.
bool restoreProject(const std::filesystem::path& run, const std::filesystem::path& file, bool overwrite);

} // namespace netsmith::runs
