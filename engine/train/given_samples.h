#pragma once

#include "engine/fields/dataset.h"
#include "engine/predict/saved_run.h"

#include <filesystem>
#include <span>

namespace netsmith::train {

/// Labelled samples from files, as a run's network is judged by them.
struct GivenSamples {
    data::DataSplit split;
    std::vector<std::int32_t> known; ///< those whose targets are known
    std::vector<Message> warnings;
};

/// Reads them, see `data::readSamples`. A target that the network is given, as an autoencoder's, is that input itself. Samples
/// whose class training never saw, or which have no target, are left out with a warning. Throws `evaluate.no_truth` where a file
/// tells none, `evaluate.none_*` where no sample is left, `evaluate.fields` where the run has not kept its fields.
GivenSamples readGiven(const SavedRun& saved, std::span<const std::filesystem::path> paths);

} // namespace netsmith::train
