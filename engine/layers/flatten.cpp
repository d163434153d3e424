#include "engine/graph/specs/layer_code.h"
#include "engine/graph/specs/layer_exports.h"
#include "engine/graph/specs/onnx_call.h"
#include "engine/layers/layers.h"
#include "engine/ops/layer_call.h"
#include "engine/ops/reshape.h"

namespace netsmith::layer {
namespace {

struct Parameters { };

std::vector<Shape> shapes(const Parameters&, std::span<const Shape> inputs)
{
    return {Shape{inputs[0].elements()}};
}

void lower(const Parameters&, LayerCall& call)
{
    const Shape input = call.emitter().shape(call.input());
    call.setOutput(0, emitReshape(call.emitter(), call.input(), {input[0], input.withoutBatch().elements()}));
}

void exportOnnx(const Parameters&, OnnxCall& call)
{
    call.setOutput(0, call.reshape(call.input(), call.outputShape(0)));
}

/// The order of the axes is left to the script, which adapts the rows of the next layer's weights to it.
void writeTorch(const Parameters&, LayerCode& code)
{
    code.order(AxisOrder::any);
    if (code.input().rank() > 1)
        code.module("nn.Flatten");
    else
        code.expression("{0}");
}

} // namespace

LayerSpec flatten()
{
    return LayerBuilder<Parameters>(
               "flatten", 1, Category::shape, NS_TEXT("flatten", "Flatten"),
               NS_TEXT("flatten", "Lays an image out as one vector, row by row, so that a dense layer sees all of it."))
        .alsoKnownAs(NS_TEXT("flatten", "reshape, vector, unroll"))
        .passesValues()
        .shapes(shapes)
        .lower(lower)
        .exports(layerExports(ParameterBuilder<Parameters>())
                     .onnx(exportOnnx)
                     .keras([](const Parameters&, LayerCode& code) { code.kerasLayer("Flatten"); })
                     .pytorch(writeTorch))
        .build();
}

} // namespace netsmith::layer
