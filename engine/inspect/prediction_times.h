#pragma once

#include "engine/backend/backend.h"
#include "engine/fields/dataset.h"
#include "engine/graph/project/project.h"
#include "engine/predict/preparing.h"

namespace netsmith::inspect {

/// How long predictions take from samples in memory to numbers in memory, in batches of one size.
struct PredictionTimes {
    std::int64_t batch = 0;
    int calls = 0; ///< that were timed
    double p50 = 0.0; ///< seconds a call: half of the calls were at most this long
    double p90 = 0.0;
    double p99 = 0.0;
    double samplesPerSecond = 0.0; ///< over all calls
};

/// The extent of a measurement: at least this many calls and this long.
struct PredictionGoal {
    int calls = 100;
    double seconds = 1.0;
};

/// Times a project's network, with weights as drawn from its seed, on a device, precision and number of threads that it asks for.
/// `samples` hold its inputs, at least one of each; with fewer than `batch`, some come several times. Throws the errors of the
/// project, the device or the memory, and `data.cancelled`.
PredictionTimes timePredictions(const Project& project, bool fuse, Backend& backend, const data::DataSplit& samples,
                                std::int64_t batch, const PredictionGoal& goal = {}, const PreparingWatch& watch = {});

/// The value that `share` of the sorted values do not exceed (the nearest rank); 0 without values.
double percentileOf(std::span<const double> sorted, double share);

} // namespace netsmith::inspect
