#pragma once

#include "engine/graph/project/project.h"
#include "engine/graph/specs/layer_spec.h"

#include <span>
#include <string>

namespace netsmith {

/// Whether a layer is an input of a data field.
bool readsField(const LayerSpec& layer);
/// The field an input layer reads.
std::string inputField(const Node& node, const LayerSpec& spec);

/// The name of a layer's noise when it is given to a prediction: never a field's name.
std::string noiseName(std::string_view node);

/// The node whose first output an objective applies to, or null if that is not one node.
const Node* objectiveNode(const Graph& graph, const Objective& objective);

/// The first stateful layer, or null.
const Node* statefulNode(const Graph& graph, const LayerRegistry& layers);

} // namespace netsmith
