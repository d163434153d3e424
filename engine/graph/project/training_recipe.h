#pragma once

#include "engine/graph/project/project.h"
#include "engine/graph/validation.h"

#include <span>

namespace netsmith {

/// Weights that one optimizer updates at the rates of one schedule, all of them or none in each phase.
struct UpdateGroup {
    std::string name; ///< the name of the project's group; empty: all weights that are in no other
    std::span<const std::string> layers; ///< of the project's group
    const Component* optimizer = nullptr;
    const Component* schedule = nullptr;
};

/// First the weights that use the project's optimizer and schedule in all phases, then each group that has its own or that a phase
/// names, in order. They refer to `training`.
std::vector<UpdateGroup> updateGroups(const TrainingSettings& training);

/// Checks a training's groups and phases, and the losses' references to them; missing layers are reported with the other lists of
/// layers.
std::vector<Problem> recipeProblems(const TrainingSettings& training);

/// The number of phases: one that trains all weights if the project names none.
std::size_t phaseCount(const TrainingSettings& training);
/// Whether a phase, from 0, trains the weights of a group of the project; an empty name: those of no group.
bool trainsIn(const TrainingSettings& training, std::size_t phase, std::string_view group);

/// The project's group that a layer of the unfolded network is in; null: none.
const ParameterGroup* groupOf(const TrainingSettings& training, const std::string& layer);

/// The position of a training among its phases.
struct PhaseMoment {
    std::size_t phase = 0;
    std::int64_t stepsLeft = 0; ///< of its turn; 0: it lasts at least to the epoch's end
};
/// Before a step, both counted from 0.
PhaseMoment phaseAt(const TrainingSettings& training, std::int64_t epoch, std::int64_t step);

} // namespace netsmith
