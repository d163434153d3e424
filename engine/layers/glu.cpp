#include "engine/core/error.h"
#include "engine/graph/specs/layer_code.h"
#include "engine/graph/specs/layer_exports.h"
#include "engine/graph/specs/onnx_call.h"
#include "engine/layers/layers.h"
#include "engine/ops/activation.h"
#include "engine/ops/concat.h"
#include "engine/ops/layer_call.h"
#include "engine/ops/merge.h"

namespace netsmith::layer {
namespace {

struct Parameters { };

std::vector<Shape> shapes(const Parameters&, std::span<const Shape> inputs)
{
    std::vector<std::int64_t> sizes(inputs[0].sizes().begin(), inputs[0].sizes().end());
    if (sizes.empty() || sizes.back() % 2 != 0)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("glu.shape", "expected a last axis of an even size, which is halved, got {0}; make it even"),
                    inputs[0].text());
    sizes.back() /= 2;
    return {Shape(sizes)};
}

void lower(const Parameters&, LayerCall& call)
{
    Emitter& emitter = call.emitter();
    const Shape x = emitter.shape(call.input());
    const std::int64_t half = x[-1] / 2;
    const auto part = [&](std::int64_t begin) {
        return emitter.emitOne(ops::slice, std::make_shared<SliceAttributes>(x.rank() - 1, begin, half), {call.input()});
    };
    const TensorId values = part(0);
    const TensorId gates = emitActivation(emitter, part(half), Activation::sigmoid);
    call.setOutput(0, emitMerge(emitter, Merge::multiply, values, gates));
}

void exportOnnx(const Parameters&, OnnxCall& call)
{
    const std::vector<OnnxCall::Value> halves =
        call.add("Split", {call.input()}, {{"axis", std::int64_t{-1}}, {"num_outputs", std::int64_t{2}}}, 2);
    call.setOutput(0, call.add("Mul", {halves[0], call.add("Sigmoid", {halves[1]})}));
}

} // namespace

/// Dauphin et al. 2017, as PyTorch's nn.GLU has it.
LayerSpec glu()
{
    return LayerBuilder<Parameters>("glu", 1, Category::activation, NS_TEXT("glu", "GLU"),
                                    NS_TEXT("glu", "Lets half of the channels open or close the other half: a · sigmoid(b)."))
        .alsoKnownAs(NS_TEXT("glu", "gated linear unit, gate"))
        .keepsSteps()
        .shapes(shapes)
        .lower(lower)
        .exports(layerExports(ParameterBuilder<Parameters>())
                     .onnx(exportOnnx)
                     .keras([](const Parameters&, LayerCode& code) { code.module("layers.Activation", {"\"glu\""}); })
                     .pytorch([](const Parameters&, LayerCode& code) { code.module("nn.GLU"); }))
        .build();
}

} // namespace netsmith::layer
