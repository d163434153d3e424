#include "engine/layers/activation_layer.h"

#include "engine/ops/softmax.h"

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
        .build();
}

} // namespace netsmith::layer
