#pragma once

#include "engine/backend/backend.h"
#include "engine/predict/preparing.h"
#include "engine/train/training_data.h"

#include <functional>
#include <optional>
#include <vector>

namespace netsmith::train {

/// A step of a range test: its rate, and the training loss before it.
struct RatePoint {
    double rate = 0.0;
    double loss = 0.0;
    double smoothed = 0.0; ///< the losses' running mean, corrected for its beginning
};

/// The result of a range test.
struct RateRange {
    std::vector<RatePoint> points;
    bool exploded = false; ///< it ended before its last step because the loss grew too much
    std::optional<double> steepest; ///< the rate at which the loss fell fastest: a good choice
    std::optional<double> lowest; ///< a tenth of the rate at which the loss was lowest: about the largest to start with
};

struct RateRangeOptions {
    static constexpr int leastSteps = 10;
    static constexpr int mostSteps = 100'000;

    double from = 1e-7;
    double to = 10.0;
    int steps = 100;
    bool fuse = true;
    std::stop_token stop{}; ///< ends the test early
    std::function<void(const PreparingEvent&)> preparing{};
    std::function<void(const RatePoint&)> point{}; ///< called for each point
};

/// A range test of the learning rate (Smith, "Cyclical Learning Rates for Training Neural Networks", 2017): trains a fresh network
/// with a rate that grows by the same factor each step from `from` to `to`, until the smoothed loss is four times its lowest or
/// NaN. The project's own rate and schedule are ignored; groups with their own optimizer keep theirs. Nothing is written. Throws
/// `rates.*` for an invalid range and the errors of `TrainingSetup`.
RateRange findRates(Project project, LoadedData data, Backend& backend, const RateRangeOptions& options);

/// The suggestions for points of a test: see `RateRange`. None if the loss never fell by more than the variation between batches.
void suggestRates(RateRange& range);

} // namespace netsmith::train
