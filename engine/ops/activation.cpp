#include "engine/ops/activation.h"

#include "engine/ops/checks.h"
#include "engine/ops/gradient.h"

#include <array>

namespace netsmith {

std::string_view nameOf(Activation activation)
{
    switch (activation) {
    case Activation::none: return "none";
    case Activation::relu: return "relu";
    case Activation::sigmoid: return "sigmoid";
    case Activation::tanh: return "tanh";
    }
    return "?";
}

Activation activationNamed(std::string_view name)
{
    for (const Activation activation : {Activation::none, Activation::relu, Activation::sigmoid, Activation::tanh})
        if (nameOf(activation) == name)
            return activation;
    throw Error(ErrorKind::input, NS_MESSAGE("op.activation", "there is no activation \"{0}\"; choose none, relu, sigmoid or tanh"),
                name);
}

TensorId emitActivation(Emitter& emitter, TensorId x, Activation kind)
{
    return kind == Activation::none ? x : emitter.emitOne(ops::activation, std::make_shared<ActivationAttributes>(kind), {x});
}

namespace ops {
namespace {

std::vector<TensorType> infer(const Attributes&, std::span<const TensorInfo> inputs)
{
    const InputCheck check("activation", inputs, {"x"}, 1);
    check.expectFloating(0);
    return {check.same(0)};
}

void gradient(GradientContext& context)
{
    context.give(
        0, context.emitter().emitOne(activationBackward, context.op().attributes, {context.output(0), context.outputGradient(0)}));
}

std::vector<TensorType> inferBackward(const Attributes&, std::span<const TensorInfo> inputs)
{
    const InputCheck check("activation_backward", inputs, {"y", "dy"}, 2);
    check.expectFloating(0);
    check.expectShape(1, check.shape(0));
    check.expectType(1, {check.type(0)});
    return {check.same(1)};
}

} // namespace

constinit const OpSpec activation{.name = "activation", .infer = infer, .gradient = gradient};
constinit const OpSpec activationBackward{.name = "activation_backward", .infer = inferBackward};

} // namespace ops
} // namespace netsmith
