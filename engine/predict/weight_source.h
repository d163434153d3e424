#pragma once

#include "engine/fields/data_paths.h"
#include "engine/graph/project/project_file.h"
#include "engine/store/run_record.h"
#include "engine/store/safetensors.h"

#include <filesystem>
#include <string>

namespace netsmith {

/// Weights that a network may start from, each by "layer.weight" and in our layout, which is Keras's.
struct WeightSource {
    std::string name; ///< for errors: the run or the file
    SafetensorsFile arrays;
    WeightsOrigin origin; ///< to be found again
};

/// The result of a run, one of its checkpoints, or a safetensors file. Throws what `openSavedRun` says, `file.*` and
/// `safetensors.*`.
WeightSource weightSource(const std::filesystem::path& path);

/// A project's initial weights where they are: a relative path that is not next to the project, see `loadProject`, is searched for
/// in the data folders. Throws `weights.nowhere` or `weights.nowhere_hash` if it is in none of them.
InitialWeights located(InitialWeights weights, const data::DataPaths& paths);

} // namespace netsmith
