#pragma once

#include "engine/graph/graph.h"
#include "engine/predict/network_prediction.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace netsmith {

/// What a network predicts for one sample at one output, for people and for programs.
struct Answer {
    std::string words; ///< begins with two spaces
    Json json;
};
/// `numbers`: those of the output for this sample. `top`: how many classes are listed.
Answer answerOf(const PredictedOutput& output, std::span<const float> numbers, int top);

/// Whether an output predicts a class for each step of a sequence, and these classes.
bool tellsSteps(const PredictedOutput& output);
std::vector<std::int64_t> stepsOf(const PredictedOutput& output, std::span<const float> numbers);

} // namespace netsmith
