#pragma once

#include "engine/graph/graph.h"
#include "engine/runs/prediction_rows.h"

#include <string>

namespace netsmith::cli {

/// A network's prediction for one sample at one output, for people and for programs.
struct ToldPrediction {
    std::string words; ///< begins with two spaces
    Json json;
};
/// `numbers`: those of the output for this sample. `top`: how many classes are listed.
ToldPrediction told(const PredictedOutput& output, std::span<const float> numbers, const runs::AskedSample& sample, int top);

} // namespace netsmith::cli
