#pragma once

#include "engine/inspect/tracing/traced_step.h"

#include <QString>

#include <vector>

namespace netsmith::gui {

/// Where one is in a training step.
enum class StepWay { forward, loss, back, update };

/// A place on the way through a training step.
struct StepStage {
    StepWay way = StepWay::forward;
    std::size_t layer = 0; ///< in the step; not of the loss
    int number = 1; ///< of the layers on this way, from 1
    int count = 1;
    bool operator==(const StepStage&) const = default;
};

/// Forward through all layers, the loss, back through those that a gradient reaches, then the update of those with weights.
std::vector<StepStage> stagesOf(const inspect::TracedStep& step);

/// "Forward, layer 2 of 5: dense_1"
QString wordsOf(const StepStage& stage, const inspect::TracedStep& step);

/// The rows that a layer has for each sample of the batch: the steps of a sequence, else 1.
std::int64_t rowsOf(const inspect::TracedSums& sums, std::size_t samples);

/// A number of a step, as tables and equations show it: four significant digits.
QString stepNumber(double number);
/// The same after an operator: a negative one in parentheses.
QString factorText(double number);

} // namespace netsmith::gui
