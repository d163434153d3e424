#include "engine/graph/specs/layer_code.h"
#include "engine/graph/specs/layer_exports.h"
#include "engine/graph/specs/onnx_call.h"
#include "engine/layers/layers.h"
#include "engine/layers/shape_checks.h"
#include "engine/ops/layer_call.h"
#include "engine/ops/layer_norm.h"

namespace netsmith::layer {
namespace {

struct Parameters {
    double epsilon = 1e-6;
};

void lower(const Parameters& p, LayerCall& call)
{
    const TensorId scale = call.weight(WeightKind::scale, "scale", {call.emitter().shape(call.input())[-1]});
    const auto attributes = std::make_shared<LayerNormAttributes>(p.epsilon, false);
    call.setOutput(0, call.emitter().emit(ops::layerNorm, attributes, {call.input(), scale, noTensor})[0]);
}

void exportOnnx(const Parameters& p, OnnxCall& call)
{
    const OnnxCall::Value x = call.input();
    const OnnxCall::Value squares = call.add("ReduceMean", {call.add("Mul", {x, x}), call.integers({-1})});
    const OnnxCall::Value size = call.add("Sqrt", {call.add("Add", {squares, call.number(p.epsilon)})});
    call.setOutput(0, call.add("Mul", {call.add("Div", {x, size}), call.parameter("scale")}));
}

void writeTorch(const Parameters& p, LayerCode& code)
{
    code.torchModule("nn.RMSNorm", {std::to_string(code.channels()), "eps=" + pythonText(p.epsilon)});
}

} // namespace

LayerSpec rmsNormalization()
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .real("epsilon", &Parameters::epsilon, NS_TEXT("rms_normalization", "Epsilon"),
              NS_TEXT("rms_normalization", "Added to the mean square to avoid division by zero."))
        .hard({0.0, 1.0, true, false})
        .usual(1e-8, 1e-3);
    return LayerBuilder<Parameters>(
               "rms_normalization", 1, Category::normalisation, NS_TEXT("rms_normalization", "RMS normalization"),
               NS_TEXT("rms_normalization",
                       "Divides each vector along the last axis by its root mean square and multiplies it by a learned factor."))
        .alsoKnownAs(NS_TEXT("rms_normalization", "rmsnorm, root mean square, layernorm, normalize"))
        .shortTitle(NS_TEXT("rms_normalization", "RMSNorm"))
        .parameters(parameters)
        .weights({WeightKind::scale})
        .keepsSteps()
        .shapes([](const Parameters&, std::span<const Shape> inputs) {
            requireAxes(inputs[0]);
            return std::vector<Shape>{inputs[0]};
        })
        .lower(lower)
        .exports(layerExports(parameters)
                     .onnx(exportOnnx)
                     .keras([](const Parameters&, LayerCode& code) { code.kerasLayer("RMSNormalization"); })
                     .pytorch(writeTorch))
        .build();
}

} // namespace netsmith::layer
