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
        .exports(layerExports(ParameterBuilder<Parameters>()).onnx(exportOnnx))
        .build();
}

} // namespace netsmith::layer
