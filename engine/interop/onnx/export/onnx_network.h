#pragma once

#include "engine/graph/validation.h"
#include "engine/interop/onnx/export/onnx_builder.h"

#include <functional>
#include <map>
#include <optional>
#include <string>

namespace netsmith::interop {

/// A checked network to be exported, without blocks; all of it outlives the export.
struct OnnxNetwork {
    const Graph& graph;
    const LayerRegistry& layers;
    const ShapeWalk& shapes;
    /// The weight or statistic "node.name".
    std::function<WeightArray(const std::string& id)> weight;
};

/// What enters an input layer: its value, and the mask of its steps, which is empty if all count.
struct OnnxEntry {
    OnnxCall::Value value;
    OnnxCall::Value mask{};
};

using OnnxOutputs = std::map<std::pair<std::string, std::string>, OnnxCall::Value>;

/// Adds the nodes of all layers, as they compute in a prediction, and returns the value at every output port. `entry` gives what
/// enters a layer without input ports. Throws `onnx_export.layer`.
OnnxOutputs exportLayers(OnnxBuilder& builder, const OnnxNetwork& network, const std::function<OnnxEntry(const Node&)>& entry);

/// The model of what was built, with our opset and Transposes moved.
OnnxModel finishedModel(OnnxBuilder& builder, std::string name);

} // namespace netsmith::interop
