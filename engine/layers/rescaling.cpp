#include "engine/graph/specs/layer_code.h"
#include "engine/graph/specs/layer_exports.h"
#include "engine/graph/specs/onnx_call.h"
#include "engine/layers/layers.h"
#include "engine/layers/shape_checks.h"
#include "engine/ops/affine.h"
#include "engine/ops/layer_call.h"

namespace netsmith::layer {
namespace {

struct Parameters {
    double scale = 1.0;
    double offset = 0.0;
};

std::vector<Shape> shapes(const Parameters&, std::span<const Shape> inputs)
{
    requireAxes(inputs[0]);
    return {inputs[0]};
}

void lower(const Parameters& p, LayerCall& call)
{
    const bool changes = p.scale != 1.0 || p.offset != 0.0;
    call.setOutput(0, changes ? emitAffine(call.emitter(), call.input(), {p.scale}, {p.offset}) : call.input());
}

void exportOnnx(const Parameters& p, OnnxCall& call)
{
    const OnnxCall::Value scaled = call.add("Mul", {call.input(), call.number(p.scale)});
    call.setOutput(0, call.add("Add", {scaled, call.number(p.offset)}));
}

} // namespace

LayerSpec rescaling()
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .real("scale", &Parameters::scale, NS_TEXT("rescaling", "Scale"), NS_TEXT("rescaling", "What each value is multiplied by."))
        .range(-1e9, 1e9)
        .usual(-2.0, 2.0)
        .real("offset", &Parameters::offset, NS_TEXT("rescaling", "Offset"), NS_TEXT("rescaling", "What is added then."))
        .range(-1e9, 1e9)
        .usual(-1.0, 1.0);
    return LayerBuilder<Parameters>("rescaling", 1, Category::normalisation, NS_TEXT("rescaling", "Rescaling"),
                                    NS_TEXT("rescaling", "Multiplies all values by one number and adds another."))
        .alsoKnownAs(NS_TEXT("rescaling", "scale, affine, linear, lambda, normalize"))
        .parameters(parameters)
        .keepsSteps()
        .shapes(shapes)
        .lower(lower)
        .exports(layerExports(parameters)
                     .onnx(exportOnnx)
                     .keras([](const Parameters&, LayerCode& code) { code.kerasLayer("Rescaling", {"scale"}); })
                     .pytorch([](const Parameters& p, LayerCode& code) {
                         code.order(AxisOrder::any);
                         code.expression("{0} * " + pythonText(p.scale) + (p.offset == 0.0 ? "" : " + " + pythonText(p.offset)));
                     }))
        .build();
}

} // namespace netsmith::layer
