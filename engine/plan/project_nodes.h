#pragma once

#include "engine/graph/layer_spec.h"
#include "engine/graph/project.h"

#include <span>
#include <string>

namespace netsmith {

/// Whether a layer is where a field of the data enters the network.
bool readsField(const LayerSpec& layer);
/// The field an input layer reads.
std::string inputField(const Node& node, const LayerSpec& spec);

/// What the noise that a layer draws is called where it is given to a prediction: as no field is.
std::string noiseName(std::string_view node);

/// The node whose first output an objective judges, or null where that is not one node.
const Node* objectiveNode(const Graph& graph, const Objective& objective);

/// The first layer that goes on from the state in which a batch left it, or null.
const Node* statefulNode(const Graph& graph, const LayerRegistry& layers);

} // namespace netsmith
