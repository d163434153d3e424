#include "engine/graph/specs/layer_exports.h"
#include "engine/graph/specs/onnx_call.h"
#include "engine/layers/layers.h"
#include "engine/ops/layer_call.h"

namespace netsmith::layer {
namespace {

struct Parameters {
    std::string block;
};

} // namespace

/// Plans never see it: what it stands for has taken its place (engine/graph/blocks/blocks.h). By itself it passes what it gets.
LayerSpec block()
{
    ParameterBuilder<Parameters> parameters;
    parameters.text("block", &Parameters::block, NS_TEXT("block", "Block"),
                    NS_TEXT("block", "Which of the project's blocks is used here."));
    return LayerBuilder<Parameters>("block", 1, Category::shape, NS_TEXT("block", "Block"),
                                    NS_TEXT("block", "A part of a network that is drawn once and used in many places."))
        .alsoKnownAs(NS_TEXT("block", "sub-graph, subnetwork, module, sequential, functional, group"))
        .parameters(parameters)
        .passesValues()
        .shapes([](const Parameters&, std::span<const Shape> inputs) { return std::vector<Shape>{inputs[0]}; })
        .lower([](const Parameters&, LayerCall& call) { call.setOutput(0, call.input()); })
        .exports(layerExports(parameters).onnx([](const Parameters&, OnnxCall& call) { call.setOutput(0, call.input()); }))
        .build();
}

} // namespace netsmith::layer
