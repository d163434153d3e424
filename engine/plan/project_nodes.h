#pragma once

#include "engine/graph/layer_spec.h"
#include "engine/graph/project.h"

#include <string>

namespace netsmith {

/// The field an input layer reads.
std::string inputField(const Node& node, const LayerSpec& spec);

/// The node whose first output an objective judges, or null where that is not one node.
const Node* objectiveNode(const Graph& graph, const Objective& objective);

/// The first layer that goes on from the state in which a batch left it, or null.
const Node* statefulNode(const Graph& graph, const LayerRegistry& layers);

} // namespace netsmith
