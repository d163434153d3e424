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
    double epsilon = 1e-3;
    bool center = true;
    bool scale = true;
};

void lower(const Parameters& p, LayerCall& call)
{
    const Shape last{call.emitter().shape(call.input())[-1]};
    const TensorId gamma = p.scale ? call.weight(WeightKind::gamma, "gamma", last) : noTensor;
    const TensorId beta = p.center ? call.weight(WeightKind::beta, "beta", last) : noTensor;
    const auto attributes = std::make_shared<LayerNormAttributes>(p.epsilon);
    call.setOutput(0, call.emitter().emit(ops::layerNorm, attributes, {call.input(), gamma, beta})[0]);
}

void exportOnnx(const Parameters& p, OnnxCall& call)
{
    const Shape last{call.inputShape(0)[-1]};
    std::vector<OnnxCall::Value> inputs{call.input(), p.scale ? call.parameter("gamma") : call.numbers(filled(last, 1.0f))};
    if (p.center)
        inputs.push_back(call.parameter("beta"));
    call.setOutput(0, call.add("LayerNormalization", std::move(inputs), {{"axis", std::int64_t{-1}}, {"epsilon", p.epsilon}}));
}

void writeTorch(const Parameters& p, LayerCode& code)
{
    if (p.center && !p.scale)
        return code.refuse(NS_MESSAGE("layer_normalization.pytorch",
                                      "PyTorch's LayerNorm has no offset without a scale; set \"scale\" or leave out \"center\""));
    code.torchModule("nn.LayerNorm",
                     {std::to_string(code.channels()), keyword("eps", p.epsilon, 1e-5),
                      keyword("elementwise_affine", p.scale, true), p.scale ? keyword("bias", p.center, true) : ""});
}

} // namespace

LayerSpec layerNormalization()
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .real("epsilon", &Parameters::epsilon, NS_TEXT("layer_normalization", "Epsilon"),
              NS_TEXT("layer_normalization", "Added to the variance, so that equal values are not divided by zero."))
        .hard({0.0, 1.0, true, false})
        .usual(1e-6, 1e-3)
        .boolean("center", &Parameters::center, NS_TEXT("layer_normalization", "Center"),
                 NS_TEXT("layer_normalization", "Whether a learned offset (beta) is added to the result."))
        .boolean("scale", &Parameters::scale, NS_TEXT("layer_normalization", "Scale"),
                 NS_TEXT("layer_normalization", "Whether the result is multiplied by a learned factor (gamma)."));
    return LayerBuilder<Parameters>("layer_normalization", 1, Category::normalisation,
                                    NS_TEXT("layer_normalization", "Layer normalization"),
                                    NS_TEXT("layer_normalization",
                                            "Normalizes each vector along the last axis to mean 0 and standard deviation 1, "
                                            "independently of the batch, then scales and shifts it."))
        .alsoKnownAs(NS_TEXT("layer_normalization", "layernorm, ln, normalize"))
        .shortTitle(NS_TEXT("layer_normalization", "LayerNorm"))
        .parameters(parameters)
        .weights({WeightKind::gamma, WeightKind::beta})
        .keepsSteps()
        .shapes([](const Parameters&, std::span<const Shape> inputs) {
            requireAxes(inputs[0]);
            return std::vector<Shape>{inputs[0]};
        })
        .lower(lower)
        .exports(layerExports(parameters)
                     .onnx(exportOnnx)
                     .keras([](const Parameters&, LayerCode& code) { code.kerasLayer("LayerNormalization"); })
                     .pytorch(writeTorch))
        .build();
}

} // namespace netsmith::layer
