#pragma once

#include "engine/graph/layer_spec.h"
#include "engine/graph/project.h"

#include <set>
#include <span>
#include <string>

namespace netsmith {

/// The field an input layer reads.
std::string inputField(const Node& node, const LayerSpec& spec);

/// The node whose first output an objective judges, or null where that is not one node.
const Node* objectiveNode(const Graph& graph, const Objective& objective);

/// The layers that an objective's output is computed of; empty where no objective learns what a layer tells, and so all are
/// trained.
std::set<std::string> trainedNodes(const Graph& graph, std::span<const Objective> objectives);

/// The first layer that goes on from the state in which a batch left it, or null.
const Node* statefulNode(const Graph& graph, const LayerRegistry& layers);

} // namespace netsmith
