#pragma once

#include "engine/core/expected.h"

#include <filesystem>

namespace netsmith::runs {

/// Makes a project file of what a run trained: exact graph and settings, the run's own copy byte for byte. Where its data lies in
/// the run's folder itself the path to it is written anew, and the answer is false. Throws `run.none`, `runs.no_project` where the
/// run keeps none, `runs.file_exists` unless `overwrite`, and what `loadProject` and `writeFileSafely` say.
bool restoreProject(const std::filesystem::path& run, const std::filesystem::path& file, bool overwrite);

} // namespace netsmith::runs
