#pragma once

#include "engine/graph/training_recipe.h"
#include "engine/plan/logical_plan.h"

#include <map>

namespace netsmith {

/// The layer of a parameter: "conv2d_1" of "conv2d_1.kernel".
std::string layerOf(const Segment& segment);

/// Writes into the table what the project says of the training of single layers: decay, rate and update group.
void treatGroups(SegmentTable& parameters, const TrainingSettings& training);

/// Whether a phase trains a parameter.
bool isTrained(const Segment& segment, const TrainingSettings& training, int phase);

/// The parameters that a phase trains by the objectives whose losses train them: of each objective whether it does → of each
/// segment whether it is one of them. Throws `plan.untrained` for a parameter of which no loss is to know.
std::map<std::vector<bool>, std::vector<bool>> trainedBy(const SegmentTable& parameters, const TrainingSettings& training,
                                                         int phase);

} // namespace netsmith
