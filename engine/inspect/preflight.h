#pragma once

#include "engine/inspect/estimate.h"
#include "engine/inspect/layer_costs.h"
#include "engine/inspect/timing.h"

#include <optional>

namespace netsmith::inspect {

/// Durations, in seconds.
struct RunTime {
    double step = 0.0; ///< of training
    double epoch = 0.0; ///< training and validation
    double run = 0.0; ///< all epochs, and the features before them
    double features = 0.0; ///< computing the outputs of frozen layers once, where they are cached
};

/// Another batch that is measurably faster.
struct FasterBatch {
    std::int64_t batch = 0;
    double epoch = 0.0; ///< seconds
};

/// The preflight of a run: what it will train on, whether it fits, how long it takes and what slows it down.
struct Preflight {
    std::string device;
    std::string deviceName;
    std::string precision; ///< what is required of every layer
    std::int64_t batch = 0;
    std::int64_t epochs = 0;
    std::int64_t stepsPerEpoch = 0;
    std::int64_t parameters = 0;
    SampleCounts samples;
    Message data; ///< a description of the data
    bool standIn = false; ///< a different data set than the project's

    MemoryUse memory; ///< as the run will report it
    std::int64_t memoryFree = 0; ///< on the device
    std::int64_t memoryTotal = 0;
    bool fits = false;
    std::int64_t largestBatch = 0; ///< that fits, at most all training samples; 0: none does

    std::optional<RunTime> time; ///< measured; none if it does not fit or its first steps diverge
    std::vector<LayerTime> layers; ///< the slowest first; empty if nothing was measured
    std::vector<LayerPrecision> precisions; ///< in the order of the graph, those that compute
    std::optional<FasterBatch> faster;
    FeatureSavings features;
    std::vector<Message> warnings; ///< warnings, what is slow and why, and what caching features saves
};

struct PreflightOptions {
    std::filesystem::path dataDir{}; ///< searched first for data; may be empty
    std::optional<train::LoadedData> data{}; ///< if it was already read; else nothing is read, and noise of its shape is timed
    bool fuse = true;
    TimingGoal timing{}; ///< of the steps of training
    PreparingWatch watch{};
};

/// How much of a run a crash may lose, if writing a checkpoint of this size often enough would take too much of its time.
std::optional<Message> crashWarning(std::int64_t checkpointBytes, const TrainingSettings& training);

/// Checks a run before it starts, on temporary weights; writes nothing to disk. Takes a second or two beyond the planning. Not
/// fitting is not an error but a result with the batch that fits. Throws the project's first error, `train.batch`, `train.rate`,
/// errors of data and backend, and `data.cancelled`.
Preflight preflight(const Project& project, Backend& backend, const PreflightOptions& options = {});

} // namespace netsmith::inspect
