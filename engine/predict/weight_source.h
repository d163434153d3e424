#pragma once

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

} // namespace netsmith
