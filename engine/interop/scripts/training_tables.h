#pragma once

#include "engine/graph/project/project.h"
#include "engine/graph/specs/objective_spec.h"
#include "engine/graph/specs/transform_spec.h"
#include "engine/interop/scripts/network_code.h"

#include <string>
#include <string_view>
#include <vector>

// What losses, metrics, optimizers, schedules and transforms are called in Keras and PyTorch; empty where they have no counterpart
// that computes the same.
namespace netsmith::interop {

struct OptimizerNames {
    std::string_view id;
    std::string_view keras;
    std::string_view torch;
    bool torchDecays = false; ///< its weight decay is a step of its own, as ours
};
const OptimizerNames* optimizerNames(std::string_view id);

/// The framework's own schedule with the same rates: with Keras the learning rate, with PyTorch a scheduler of `optimizer`; both
/// over `steps`.
std::string schedulerText(const Component& schedule, double rate, ScriptFramework framework);

/// The body of `learning_rate(step, steps)`, whose rate is LEARNING_RATE at most; empty for a constant one, and for those that
/// depend on more than the step.
std::vector<std::string> scheduleFormula(const Component& schedule, const TrainingSettings& training);

struct LossText {
    bool ofLogits = false;
    int classes = 0; ///< of the target; 0: quantities
    bool oneHot = false; ///< out: class numbers are to become one-hot vectors
};
/// With Keras the loss object; with PyTorch an expression of "{output}" and "{target}".
std::string lossText(const Component& loss, const LossSpec& spec, ScriptFramework framework, LossText& text);

/// With Keras a metric, with PyTorch an expression of "{output}" and "{target}": the sum over a batch.
std::string metricText(const Component& metric, ScriptFramework framework, std::string_view loss, bool oneHot);

/// With Keras layers, with PyTorch lines that change `images`.
std::vector<std::string> transformText(const Component& transform, const TransformSpec& spec, ScriptFramework framework);

} // namespace netsmith::interop
