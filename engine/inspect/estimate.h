#pragma once

#include "engine/data/source.h"
#include "engine/predict/compiled_network.h"
#include "engine/train/data_placement.h"
#include "engine/train/training_data.h"

#include <optional>

namespace netsmith::inspect {

/// How much data a run goes through.
struct SampleCounts {
    std::int64_t train = 0;
    std::int64_t validation = 0; ///< 0: nothing validates
    std::int64_t bytes = 0; ///< of the splits in use
    std::int64_t loaded = 0; ///< samples of them
    bool mapped = false; ///< or may be, once they are read
    std::int64_t slotBytes = 0; ///< as in `train::DataExtent`
    std::int64_t copiedBytes = 0; ///< likewise
};

/// As the data set is published, divided as the project says, without reading it.
SampleCounts sampleCounts(const Project& project, const data::Source& source);
/// As it was read.
SampleCounts sampleCounts(const train::TrainingData& data);

/// How the samples come to a device, or to the one that the project names.
train::DataPlacement placementOf(const Project& project, const SampleCounts& counts, const DeviceInfo& device);
train::DataPlacement placementOf(const Project& project, const SampleCounts& counts, Backend& backend);
/// That they come bit by bit, and how much at a time; nothing where they come at once.
std::optional<Message> placementWords(const Project& project, const SampleCounts& counts, Backend& backend);

/// The exact memory of training a project with its batch: what a run that begins now says it takes. Plans the network for each size
/// of batch that the samples lead to, so it belongs on a worker thread; needs no data. Throws the project's first error, and what
/// the backend says.
MemoryUse memoryEstimate(const CheckedProject& project, const SampleCounts& counts, Backend& backend, bool fuse = true,
                         const PreparingWatch& watch = {});

} // namespace netsmith::inspect
