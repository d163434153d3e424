#include "engine/ops/prelu.h"

#include "engine/graph/specs/layer_code.h"
#include "engine/graph/specs/layer_exports.h"
#include "engine/graph/specs/onnx_call.h"
#include "engine/layers/layers.h"
#include "engine/layers/shape_checks.h"
#include "engine/ops/layer_call.h"

namespace netsmith::layer {
namespace {

struct Parameters { };

void lower(const Parameters&, LayerCall& call)
{
    const std::int64_t channels = call.emitter().shape(call.input())[-1];
    const TensorId alpha = call.weight(WeightKind::alpha, "alpha", {channels});
    call.setOutput(0, call.emitter().emitOne(ops::prelu, noAttributes(), {call.input(), alpha}));
}

void exportOnnx(const Parameters&, OnnxCall& call)
{
    const int positions = call.inputShape(0).rank() - 1;
    std::vector<std::int64_t> slopes{call.inputShape(0)[-1]};
    slopes.resize(static_cast<std::size_t>(positions) + 1, 1);
    const OnnxCall::Value alpha = call.parameter("alpha", reshaped(call.weight("alpha"), Shape(slopes)));
    const OnnxCall::Value y = call.add("PRelu", {call.channelsFirst(call.input(), positions), alpha});
    call.setOutput(0, call.channelsLast(y, positions));
}

/// Keras has a slope for each number unless axes share them.
void writeKeras(const Parameters&, LayerCode& code)
{
    std::vector<std::int64_t> shared;
    for (int axis = 1; axis < code.input().rank(); ++axis)
        shared.push_back(axis);
    const std::string arguments[] = {shared.empty() ? "" : "shared_axes=" + pythonTuple(shared)};
    code.step({.module = pythonCall("layers.PReLU", arguments), .isLayer = true, .leadingAxes = static_cast<int>(shared.size())});
}

void writeTorch(const Parameters&, LayerCode& code)
{
    code.order(AxisOrder::channelsFirst);
    code.torchModule("nn.PReLU", {std::to_string(code.channels())});
}

} // namespace

LayerSpec prelu()
{
    return LayerBuilder<Parameters>("prelu", 1, Category::activation, NS_TEXT("prelu", "PReLU"),
                                    NS_TEXT("prelu", "A leaky ReLU that learns the slope below 0, one number for each channel."))
        .alsoKnownAs(NS_TEXT("prelu", "parametric relu, learned leaky relu"))
        .weights({WeightKind::alpha})
        .activation([](const Parameters&) { return std::string("prelu"); })
        .keepsSteps()
        .shapes([](const Parameters&, std::span<const Shape> inputs) {
            requireAxes(inputs[0]);
            return std::vector<Shape>{inputs[0]};
        })
        .lower(lower)
        .exports(layerExports(ParameterBuilder<Parameters>()).onnx(exportOnnx).keras(writeKeras).pytorch(writeTorch))
        .build();
}

} // namespace netsmith::layer
