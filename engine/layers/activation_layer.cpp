#include "engine/layers/activation_layer.h"

#include "engine/ops/softmax.h"

#include <cmath>
#include <numbers>

namespace netsmith::layer {
namespace {

struct NoParameters { };

} // namespace

std::vector<Choice> activationChoices()
{
    return {{"none", NS_TEXT("activation", "None")},
            {"elu", NS_TEXT("activation", "ELU")},
            {"gelu", NS_TEXT("activation", "GELU")},
            {"gelu_tanh", NS_TEXT("activation", "GELU (tanh)")},
            {"hard_sigmoid", NS_TEXT("activation", "Hard sigmoid")},
            {"hard_silu", NS_TEXT("activation", "Hard SiLU")},
            {"hard_tanh", NS_TEXT("activation", "Hard tanh")},
            {"leaky_relu", NS_TEXT("activation", "Leaky ReLU")},
            {"mish", NS_TEXT("activation", "Mish")},
            {"relu", NS_TEXT("activation", "ReLU")},
            {"relu6", NS_TEXT("activation", "ReLU6")},
            {"selu", NS_TEXT("activation", "SELU")},
            {"sigmoid", NS_TEXT("activation", "Sigmoid")},
            {"silu", NS_TEXT("activation", "SiLU")},
            {"softmax", NS_TEXT("activation", "Softmax")},
            {"softplus", NS_TEXT("activation", "Softplus")},
            {"softsign", NS_TEXT("activation", "Softsign")},
            {"tanh", NS_TEXT("activation", "Tanh")}};
}

TensorId applyActivation(Emitter& emitter, TensorId x, std::string_view id)
{
    if (id == "softmax")
        return emitter.emitOne(ops::softmax, noAttributes(), {x});
    return emitActivation(emitter, x, activationNamed(id));
}

OnnxCall::Value onnxActivation(OnnxCall& call, const OnnxCall::Value& x, std::string_view id)
{
    if (id == "softmax")
        return call.add("Softmax", {x}, {{"axis", std::int64_t{-1}}});
    return onnxActivation(call, x, ActivationAttributes(activationNamed(id)));
}

/// ONNX's operators up to version 18, which has no GELU.
OnnxCall::Value onnxActivation(OnnxCall& call, const OnnxCall::Value& x, const ActivationAttributes& activation)
{
    const auto clip = [&](double low, double high) { return call.add("Clip", {x, call.number(low), call.number(high)}); };
    const auto times = [&](const OnnxCall::Value& value, double factor) { return call.add("Mul", {value, call.number(factor)}); };
    const auto plus = [&](const OnnxCall::Value& value, double number) { return call.add("Add", {value, call.number(number)}); };
    const auto gated = [&](const OnnxCall::Value& gate) { return call.add("Mul", {x, gate}); };
    switch (activation.kind) {
    case Activation::none: return x;
    case Activation::elu: return call.add("Elu", {x}, {{"alpha", activation.alpha}});
    case Activation::gelu: return times(gated(plus(call.add("Erf", {times(x, std::numbers::sqrt2 / 2)}), 1.0)), 0.5);
    case Activation::geluTanh: {
        const double root = std::sqrt(2.0 / std::numbers::pi);
        const OnnxCall::Value inner = plus(times(call.add("Mul", {x, x}), 0.044715 * root), root);
        return times(gated(plus(call.add("Tanh", {gated(inner)}), 1.0)), 0.5);
    }
    case Activation::hardSigmoid: return call.add("HardSigmoid", {x}, {{"alpha", 1.0 / 6.0}, {"beta", 0.5}});
    case Activation::hardSilu: return call.add("HardSwish", {x});
    case Activation::hardTanh: return clip(-1.0, 1.0);
    case Activation::leakyRelu: return call.add("LeakyRelu", {x}, {{"alpha", activation.alpha}});
    case Activation::mish: return gated(call.add("Tanh", {call.add("Softplus", {x})}));
    case Activation::relu: return call.add("Relu", {x});
    case Activation::relu6: return clip(0.0, 6.0);
    case Activation::selu: return call.add("Selu", {x}, {{"alpha", seluAlpha}, {"gamma", seluScale}});
    case Activation::sigmoid: return call.add("Sigmoid", {x});
    case Activation::silu: return gated(call.add("Sigmoid", {x}));
    case Activation::softplus: return call.add("Softplus", {x});
    case Activation::softsign: return call.add("Softsign", {x});
    case Activation::tanh: return call.add("Tanh", {x});
    }
    return x;
}

void writeKerasActivation(LayerCode& code, std::string_view id)
{
    if (id == "relu")
        code.module("layers.ReLU");
    else if (id == "softmax")
        code.module("layers.Softmax");
    else
        code.module("layers.Activation", {kerasActivation(id)});
}

void writeTorchActivation(LayerCode& code, std::string_view id)
{
    if (id != "softmax")
        code.order(AxisOrder::any);
    code.torchActivation(id);
}

LayerSpec activationLayer(std::string id, std::string title, std::string doc, std::string alsoKnownAs)
{
    return LayerBuilder<NoParameters>(id, 1, Category::activation, std::move(title), std::move(doc))
        .alsoKnownAs(std::move(alsoKnownAs))
        .activation([id](const NoParameters&) { return id; })
        .keepsSteps()
        .shapes([](const NoParameters&, std::span<const Shape> inputs) {
            requireAxes(inputs[0]);
            return std::vector<Shape>{inputs[0]};
        })
        .lower([id](const NoParameters&, LayerCall& call) { call.setOutput(0, applyActivation(call.emitter(), call.input(), id)); })
        .exports(layerExports(ParameterBuilder<NoParameters>())
                     .onnx([id](const NoParameters&, OnnxCall& call) { call.setOutput(0, onnxActivation(call, call.input(), id)); })
                     .keras([id](const NoParameters&, LayerCode& code) { writeKerasActivation(code, id); })
                     .pytorch([id](const NoParameters&, LayerCode& code) { writeTorchActivation(code, id); }))
        .build();
}

} // namespace netsmith::layer
