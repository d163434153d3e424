#pragma once

#include "engine/core/message.h"
#include "engine/inspect/weights/layer_weights.h"

#include <functional>

namespace netsmith::inspect {

/// An array of weights at one moment.
struct WeightPoint {
    double norm = 0.0; ///< Frobenius: √Σw²
    double rms = 0.0; ///< root mean square
    std::optional<double> distance{}; ///< the norm of the difference from the first weights, where these are known
    std::optional<double> change{}; ///< that from the moment before
    std::optional<double> update{}; ///< the same per step: at least this much each moved it on average
    std::int64_t notFinite = 0; ///< numbers; with any, the others are not finite either
};

/// An array of weights over the moments of a run.
struct ArrayHistory {
    std::string name{}; ///< "kernel"
    Shape shape{};
    std::vector<WeightPoint> points{}; ///< of each moment
    double least = 0.0; ///< of all its finite numbers
    double most = 0.0;
    std::vector<std::vector<std::int64_t>> counts{}; ///< of each moment: how many numbers are in each interval from least to most
};

/// A layer's weights over the kept checkpoints of a run.
struct WeightHistory {
    std::string node{};
    std::vector<std::int64_t> steps{}; ///< of each moment
    bool beginsWithFirst = false; ///< the first moment is that before training, if that has no checkpoint
    std::vector<ArrayHistory> arrays{};
    std::optional<Message> firstUnknown{}; ///< why the weights before training are not known
    std::vector<Message> skipped{}; ///< checkpoints that can't be read, each with the reason
};

struct HistoryOptions {
    int bins = 64;
    std::stop_token stop{};
    std::function<void(std::int64_t done, std::int64_t all)> progress{}; ///< checkpoints
};

/// Reads all checkpoints of the run. The weights before training are drawn again from the run's seed, or read from the run that it
/// started from. Throws `weights.stopped`, `weights.moments` where no checkpoint can be read.
WeightHistory weightHistory(const RunWeights& run, const WeighedLayer& layer, const HistoryOptions& options = {});

} // namespace netsmith::inspect
