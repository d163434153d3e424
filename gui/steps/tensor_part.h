#pragma once

#include "gui/steps/step_walk.h"

namespace netsmith::gui {

/// The part of a tensor that a table shows: rows and columns of its numbers, from one on.
struct TensorPart {
    const std::vector<double>* numbers = nullptr;
    const inspect::TracedParameter* parameter = nullptr; ///< whose numbers these are; null: of a layer's output
    std::int64_t first = 0;
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::vector<std::int64_t> rowSizes{}; ///< of the axes that make up the rows
    bool rowsAreSamples = false;

    /// The indices of a row along its axes: "3, 5".
    QString rowText(std::int64_t row) const;
};

/// Of a layer that isn't taken apart: `tensor` counts its output, or the gradient of that, and its parameters. Of outputs with
/// several axes the numbers of one sample are shown, of others those of the batch.
TensorPart tensorPart(const inspect::TracedLayer& layer, StepWay way, int tensor, std::size_t sample);

} // namespace netsmith::gui
