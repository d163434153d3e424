#include "engine/ops/dense.h"

#include "engine/graph/specs/layer_code.h"
#include "engine/graph/specs/layer_exports.h"
#include "engine/graph/specs/onnx_call.h"
#include "engine/layers/activation_layer.h"
#include "engine/layers/layers.h"
#include "engine/layers/quantization.h"
#include "engine/layers/shape_checks.h"
#include "engine/ops/layer_call.h"

namespace netsmith::layer {
namespace {

struct Parameters {
    std::int64_t units = 64;
    std::string activation = "none";
    bool useBias = true;
    std::string quantization = "none";
};

Shape kernelShape(const Parameters& p, const Shape& input)
{
    return {input[-1], p.units};
}

std::vector<Shape> shapes(const Parameters& p, std::span<const Shape> inputs)
{
    requireAxes(inputs[0]);
    (void)kernelShape(p, inputs[0]).elements(); // throws if the weights alone exceed 64 bits
    std::vector<std::int64_t> sizes(inputs[0].sizes().begin(), inputs[0].sizes().end());
    sizes.back() = p.units;
    return {Shape(sizes)};
}

void lower(const Parameters& p, LayerCall& call)
{
    const Shape kernel = kernelShape(p, call.emitter().shape(call.input()));
    std::vector<TensorId> inputs{quantizedInput(call, call.input(), p.quantization),
                                 quantizedKernel(call, call.weight(WeightKind::kernel, "kernel", kernel), p.quantization)};
    if (p.useBias)
        inputs.push_back(call.weight(WeightKind::bias, "bias", {p.units}));
    auto attributes = std::make_shared<DenseAttributes>();
    attributes->bias = p.useBias;
    const TensorId y = call.emitter().emitOne(ops::dense, attributes, inputs);
    call.setOutput(0, applyActivation(call.emitter(), y, p.activation));
}

void exportOnnx(const Parameters& p, OnnxCall& call)
{
    std::vector<OnnxCall::Value> inputs{onnxQuantizedInput(call, call.input(), p.quantization),
                                        onnxQuantizedKernel(call, "kernel", call.weight("kernel"), 1, p.quantization)};
    OnnxCall::Value y;
    if (p.useBias && call.inputShape(0).rank() == 1) {
        inputs.push_back(call.parameter("bias"));
        y = call.add("Gemm", std::move(inputs));
    } else {
        y = call.add("MatMul", std::move(inputs));
        if (p.useBias)
            y = call.add("Add", {y, call.parameter("bias")});
    }
    call.setOutput(0, onnxActivation(call, y, p.activation));
}

void writeTorch(const Parameters& p, LayerCode& code)
{
    code.torchModule("nn.Linear", {std::to_string(code.channels()), std::to_string(p.units), keyword("bias", p.useBias, true)});
    code.torchActivation(p.activation);
}

} // namespace

LayerSpec dense()
{
    ParameterBuilder<Parameters> parameters;
    parameters.integer("units", &Parameters::units, NS_TEXT("dense", "Units"), NS_TEXT("dense", "The number of outputs."))
        .range(1, 1 << 24)
        .usual(1, 1024)
        .choice("activation", &Parameters::activation, NS_TEXT("dense", "Activation"),
                NS_TEXT("dense", "The activation function applied to each result."), activationChoices())
        .boolean("use_bias", &Parameters::useBias, NS_TEXT("dense", "Bias"),
                 NS_TEXT("dense", "Whether a learned bias is added to each unit."));
    declareDenseQuantization(parameters);
    return LayerBuilder<Parameters>("dense", 1, Category::dense, NS_TEXT("dense", "Dense"),
                                    NS_TEXT("dense", "Every output is a weighted sum of all inputs along the last axis."))
        .alsoKnownAs(NS_TEXT("dense", "fully connected, fc, linear, mlp, perceptron"))
        .parameters(parameters)
        .weights({WeightKind::kernel, WeightKind::bias})
        .width("units")
        .activation([](const Parameters& p) { return p.activation; })
        .keepsSteps()
        .shapes(shapes)
        .lower(lower)
        .exports(layerExports(parameters)
                     .onnx(exportOnnx)
                     .keras([](const Parameters&, LayerCode& code) { code.kerasLayer("Dense", {"units"}, {"quantization"}); })
                     .pytorch(writeTorch))
        .build();
}

} // namespace netsmith::layer
