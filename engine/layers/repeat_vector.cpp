#include "engine/core/error.h"
#include "engine/graph/specs/layer_code.h"
#include "engine/graph/specs/layer_exports.h"
#include "engine/graph/specs/onnx_call.h"
#include "engine/layers/layers.h"
#include "engine/ops/layer_call.h"
#include "engine/ops/reshape.h"
#include "engine/ops/upsample.h"

namespace netsmith::layer {
namespace {

struct Parameters {
    std::int64_t n = 2;
};

std::vector<Shape> shapes(const Parameters& p, std::span<const Shape> inputs)
{
    if (inputs[0].rank() != 1)
        throw Error(ErrorKind::input, NS_MESSAGE("repeat_vector.shape", "expected a vector, got {0}; put Flatten before it"),
                    inputs[0].text());
    return {{p.n, inputs[0][0]}};
}

/// The vector as a sequence of one step, which is repeated.
void lower(const Parameters& p, LayerCall& call)
{
    Emitter& emitter = call.emitter();
    const Shape x = emitter.shape(call.input());
    const TensorId step = emitReshape(emitter, call.input(), {x[0], 1, x[1]});
    const auto attributes = std::make_shared<UpsampleAttributes>(std::vector<std::int64_t>{p.n});
    call.setOutput(0, p.n == 1 ? step : emitter.emitOne(ops::upsample, attributes, {step}));
}

void exportOnnx(const Parameters& p, OnnxCall& call)
{
    const OnnxCall::Value step = call.add("Unsqueeze", {call.input(), call.integers({1})});
    call.setOutput(0, call.add("Tile", {step, call.integers({1, p.n, 1})}));
}

} // namespace

LayerSpec repeatVector()
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .integer("n", &Parameters::n, NS_TEXT("repeat_vector", "Repetitions"),
                 NS_TEXT("repeat_vector", "How many steps the sequence has."))
        .range(1, 1048576)
        .usual(1, 256)
        .unit(NS_TEXT("unit", "steps"));
    return LayerBuilder<Parameters>("repeat_vector", 1, Category::shape, NS_TEXT("repeat_vector", "Repeat vector"),
                                    NS_TEXT("repeat_vector", "Turns a vector into a sequence by repeating it at each step."))
        .alsoKnownAs(NS_TEXT("repeat_vector", "expand, tile, broadcast, sequence"))
        .parameters(parameters)
        .passesValues()
        .shapes(shapes)
        .lower(lower)
        .exports(layerExports(parameters)
                     .onnx(exportOnnx)
                     .keras([](const Parameters&, LayerCode& code) { code.kerasLayer("RepeatVector", {"n"}); })
                     .pytorch([](const Parameters& p, LayerCode& code) {
                         code.expression("{0}.unsqueeze(1).repeat(1, " + std::to_string(p.n) + ", 1)");
                     }))
        .build();
}

} // namespace netsmith::layer
