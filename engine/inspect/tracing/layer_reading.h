#pragma once

#include "engine/graph/project/project.h"
#include "engine/inspect/tracing/traced_step.h"
#include "engine/plan/logical_plan.h"

#include <functional>

namespace netsmith::inspect {

/// All numbers of a tensor after a step.
using ReadTensor = std::function<std::vector<double>(TensorId tensor)>;

/// What a dense layer of a step has computed; nothing for layers that compute anything else. The plan isn't fused.
std::optional<TracedSums> sumsOf(const LogicalPlan& plan, const LayerTensors& layer, const ReadTensor& read);

/// What the outputs of the step are compared with, and the loss of each sample where it is one of a few well-known losses without
/// weights or smoothing. `project`: without blocks.
std::vector<TracedObjective> objectivesOf(const LogicalPlan& plan, const Project& project, const ReadTensor& read);

} // namespace netsmith::inspect
