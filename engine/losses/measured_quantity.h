#pragma once

#include "engine/losses/registry.h"

#include <span>

namespace netsmith {

/// What a run measured, by the name that its tables give it: "loss", "val_accuracy", "dense_2/top_k_accuracy_1"; of an output
/// "val_head" "_val_head/loss", for "val_" at the beginning means the validation.
struct MeasuredQuantity {
    bool ofValidation = false;
    std::string output; ///< "dense_2"; empty where there is but one
    std::string id; ///< "loss", "top_k_accuracy"
    int number = 0; ///< 1 for the second of the same, "_1"
    const MetricSpec* metric = nullptr; ///< null: a loss, or nothing that is known here
    bool higherIsBetter = false;
    MetricFormat format = MetricFormat::number;

    /// Whether `value` is better than `other`. Not-a-number never is, and everything is better than it.
    bool isBetter(double value, double other) const;
};

/// Never fails: an unknown name is a number of which less is better, as a loss is.
MeasuredQuantity measuredQuantity(std::string_view name);

/// What tells which epoch of a run that measures these is best, and whether the run still improves: what `monitor`, a project's
/// `training.monitor`, names; where that is empty its first metric; the loss where there is no metric, or several outputs have
/// theirs. Of the validation where anything is validated. Empty where nothing that is measured has this name.
std::string judgedBy(std::span<const std::string> measured, const std::string& monitor = {});

} // namespace netsmith
