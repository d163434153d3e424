#pragma once

#include "engine/graph/project/training_recipe.h"
#include "engine/plan/logical_plan.h"

#include <map>

namespace netsmith {

/// The layer of a parameter: "conv2d_1" of "conv2d_1.kernel".
std::string layerOf(const Segment& segment);

/// Writes the project's training settings of single layers into the table: decay, pruning, rate and update group.
void treatGroups(SegmentTable& parameters, const TrainingSettings& training);

/// Whether a phase trains a parameter.
bool isTrained(const Segment& segment, const TrainingSettings& training, int phase);

/// The parameters that a phase trains, by the set of objectives whose losses train them: whether each objective does → whether each
/// segment is one of them. Throws `plan.untrained` for a parameter that no loss trains.
std::map<std::vector<bool>, std::vector<bool>> trainedBy(const SegmentTable& parameters, const TrainingSettings& training,
                                                         int phase);

} // namespace netsmith
