#pragma once

#include "engine/fields/dataset.h"
#include "engine/predict/saved_run.h"

#include <filesystem>
#include <span>

namespace netsmith::train {

/// Labelled samples from files, for evaluating a run's network.
struct GivenSamples {
    data::DataSplit split;
    std::vector<std::int32_t> known; ///< those whose targets are known
    std::vector<Message> warnings;
};

/// Reads them, see `data::readSamples`. A target that is also an input, as in an autoencoder, is that input itself. Samples whose
/// class training never saw, or which have no target, are left out with a warning. Throws `evaluate.no_truth` if a file has no
/// labels, `evaluate.none_*` if no sample is left, `evaluate.fields` if the run has not stored its fields.
GivenSamples readGiven(const SavedRun& saved, std::span<const std::filesystem::path> paths);

} // namespace netsmith::train
