#pragma once

#include "engine/store/telemetry_row.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace netsmith::runs {

/// A run's measurements, column by column: plain values that views draw and threads exchange. All columns of a kind have the same
/// length.
struct RunCurves {
    /// One number for each step or epoch; NaN where it was not measured.
    struct Series {
        std::string name; ///< "loss", "accuracy"; of epochs also "val_loss", "val_accuracy"
        std::vector<double> values;
        bool operator==(const Series&) const = default;
    };
    struct Steps {
        std::vector<std::int64_t> step; ///< from 1, ascending
        std::vector<double> epoch; ///< epochs trained so far, 2.5 in the middle of the third
        std::vector<double> seconds; ///< of training so far, pauses left out
        std::vector<double> learningRate;
        std::vector<Series> series;
        std::vector<double> lossScale{}; ///< what the loss was multiplied by, NaN if unknown; empty: nothing is scaled
        std::vector<std::int64_t> skipped{}; ///< the steps that were skipped because their gradients overflowed; ascending
        std::vector<Series> groupRates{}; ///< "head/lr": of the groups with an optimizer or a schedule of their own
        bool operator==(const Steps&) const = default;
    };
    struct Epochs {
        std::vector<std::int64_t> epoch; ///< from 1, ascending
        std::vector<std::int64_t> step; ///< the epoch's last
        std::vector<double> seconds;
        std::vector<Series> series;
        bool operator==(const Epochs&) const = default;
    };

    Steps steps;
    Epochs epochs;
    std::int64_t bestEpoch = 0; ///< by the monitored value; 0: none
    std::vector<TelemetryRow> machine{}; ///< samples of the machine, and marks, by time
    std::string device{}; ///< that it was trained on; empty: unknown
    std::int64_t stepsPerEpoch = 0; ///< 0: unknown

    std::size_t stepCount() const { return steps.step.size(); }
    std::size_t epochCount() const { return epochs.epoch.size(); }
    bool isMeasured() const { return stepCount() > 0 || epochCount() > 0; } ///< holds values of the training itself
    bool empty() const { return !isMeasured() && machine.empty(); }

    /// Appends later values; new series are NaN before.
    void append(const RunCurves& later);
    bool operator==(const RunCurves&) const = default;
};

/// A run's curves, from its `metrics.csv`, `timing.csv`, `telemetry.csv` and `run.json`; unreadable rows are left out, a folder
/// without tables has no points. Reads files, which may take long.
RunCurves readRunCurves(const std::filesystem::path& run);

} // namespace netsmith::runs
