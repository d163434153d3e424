#pragma once

#include "engine/predict/answer.h"
#include "engine/runs/prediction_rows.h"

namespace netsmith::cli {

/// A network's prediction for one sample at one output, with the sample's label where it is known. `numbers` and `top` as
/// for `answerOf`.
Answer told(const PredictedOutput& output, std::span<const float> numbers, const runs::AskedSample& sample, int top);

} // namespace netsmith::cli
