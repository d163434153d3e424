#pragma once

#include "engine/data/source.h"
#include "engine/predict/compiled_network.h"
#include "engine/train/data_placement.h"
#include "engine/train/training_data.h"

#include <optional>

namespace netsmith::inspect {

/// The amount of data of a run.
struct SampleCounts {
    std::int64_t train = 0;
    std::int64_t validation = 0; ///< 0: nothing validates
    std::int64_t bytes = 0; ///< of the splits in use
    std::int64_t loaded = 0; ///< samples of them
    bool mapped = false; ///< or may be, once read
    std::int64_t slotBytes = 0; ///< as in `train::DataExtent`
    std::int64_t copiedBytes = 0; ///< likewise
};

/// From the published data set, split as in the project, without reading it.
SampleCounts sampleCounts(const Project& project, const data::Source& source);
/// As it was read.
SampleCounts sampleCounts(const train::TrainingData& data);

/// How the samples reach a device, or the one that the project names.
train::DataPlacement placementOf(const Project& project, const SampleCounts& counts, const DeviceInfo& device);
train::DataPlacement placementOf(const Project& project, const SampleCounts& counts, Backend& backend);
/// The message that they are loaded in parts, and how much at a time; nothing if they are loaded at once.
std::optional<Message> placementWords(const Project& project, const SampleCounts& counts, Backend& backend);

/// The exact memory of training a project with its batch, features cached where possible: the amount that a run started now
/// reports. Plans the network for each resulting batch size, so it belongs on a worker thread; needs no data. Throws the project's
/// first error, and what the backend says.
MemoryUse memoryEstimate(const CheckedProject& project, const SampleCounts& counts, Backend& backend, bool fuse = true,
                         const PreparingWatch& watch = {});

/// What a training gains from computing the outputs of its frozen layers once.
struct FeatureSavings {
    std::vector<CachedFeature> features; ///< empty: nothing is cached
    std::int64_t bytes = 0; ///< of all samples' features
    double flops = 0.0; ///< the share of a training step's FLOPs that is saved, 0 to 1
    std::optional<Message> words; ///< the above, or why nothing is cached although layers are frozen
};

/// Plans the training with and without a cache. Throws the project's first error.
FeatureSavings featureSavings(const NetworkRequest& request, const SampleCounts& counts);

} // namespace netsmith::inspect
