#include "engine/layers/activation_layer.h"

#include "engine/layers/shape_checks.h"
#include "engine/ops/activation.h"
#include "engine/ops/layer_call.h"
#include "engine/ops/softmax.h"

namespace netsmith::layer {
namespace {

struct NoParameters { };

} // namespace

std::vector<Choice> activationChoices()
{
    return {{"none", NS_TEXT("activation", "None")},
            {"relu", NS_TEXT("activation", "ReLU")},
            {"sigmoid", NS_TEXT("activation", "Sigmoid")},
            {"softmax", NS_TEXT("activation", "Softmax")},
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
        .shapes([](const NoParameters&, std::span<const Shape> inputs) {
            requireAxes(inputs[0]);
            return std::vector<Shape>{inputs[0]};
        })
        .lower([id](const NoParameters&, LayerCall& call) { call.setOutput(0, applyActivation(call.emitter(), call.input(), id)); })
        .build();
}

} // namespace netsmith::layer
