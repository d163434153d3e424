#pragma once

#include "engine/losses/registry.h"

#include <span>

namespace netsmith {

/// A quantity that a run measured, by its name in tables: "loss", "val_accuracy", "dense_2/top_k_accuracy_1"; for an output
/// "val_head" "_val_head/loss", because a leading "val_" means the validation.
struct MeasuredQuantity {
    bool ofValidation = false;
    std::string output; ///< "dense_2"; empty if there is only one
    std::string id; ///< "loss", "top_k_accuracy"
    int number = 0; ///< 1 for the second of the same, "_1"
    const MetricSpec* metric = nullptr; ///< null: a loss, or unknown here
    bool higherIsBetter = false;
    MetricFormat format = MetricFormat::number;

    /// Whether `value` is better than `other`. NaN never is, and everything is better than NaN.
    bool isBetter(double value, double other) const;
};

/// Never fails: for an unknown name less is better, as for a loss.
MeasuredQuantity measuredQuantity(std::string_view name);

/// The quantity that decides which epoch of a run is best and whether the run still improves: the one named by `monitor`, a
/// project's `training.monitor`; if that is empty, the first metric; the loss if there is no metric, or several outputs have their
/// own. Of the validation if there is one. Empty if nothing measured has this name.
std::string judgedBy(std::span<const std::string> measured, const std::string& monitor = {});

} // namespace netsmith
