#include "engine/ops/activation.h"

#include "engine/ops/checks.h"
#include "engine/ops/gradient.h"
#include "engine/ops/merge.h"
#include "engine/ops/scale.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace netsmith {
namespace {

constexpr std::array<std::pair<Activation, std::string_view>, 17> names{{
    {Activation::none, "none"},
    {Activation::elu, "elu"},
    {Activation::gelu, "gelu"},
    {Activation::geluTanh, "gelu_tanh"},
    {Activation::hardSigmoid, "hard_sigmoid"},
    {Activation::hardSilu, "hard_silu"},
    {Activation::hardTanh, "hard_tanh"},
    {Activation::leakyRelu, "leaky_relu"},
    {Activation::mish, "mish"},
    {Activation::relu, "relu"},
    {Activation::relu6, "relu6"},
    {Activation::selu, "selu"},
    {Activation::sigmoid, "sigmoid"},
    {Activation::silu, "silu"},
    {Activation::softplus, "softplus"},
    {Activation::softsign, "softsign"},
    {Activation::tanh, "tanh"},
}};

} // namespace

std::string_view nameOf(Activation activation)
{
    const auto found = std::ranges::find(names, activation, &decltype(names)::value_type::first);
    return found == names.end() ? "?" : found->second;
}

Activation activationNamed(std::string_view name)
{
    const auto found = std::ranges::find(names, name, &decltype(names)::value_type::second);
    if (found != names.end())
        return found->first;
    std::string all;
    for (const auto& [activation, each] : names)
        all += (all.empty() ? "" : ", ") + std::string(each);
    throw Error(ErrorKind::input, NS_MESSAGE("op.activation", "there is no activation \"{0}\"; choose one of {1}"), name, all);
}

std::string ActivationAttributes::text() const
{
    std::string out(nameOf(kind));
    if (defaultAlpha(kind) != 0.0)
        out += fmt::format(" alpha {}", alpha);
    return out;
}

TensorId emitActivation(Emitter& emitter, TensorId x, Activation kind)
{
    return emitActivation(emitter, x, kind, defaultAlpha(kind));
}

TensorId emitActivation(Emitter& emitter, TensorId x, Activation kind, double alpha)
{
    if (kind == Activation::none)
        return x;
    return emitter.emitOne(ops::activation, std::make_shared<ActivationAttributes>(kind, alpha), {x});
}

namespace ops {
namespace {

void expectAlpha(const InputCheck& check, const ActivationAttributes& attributes)
{
    check.expect(std::isfinite(attributes.alpha) && attributes.alpha >= 0.0, "alpha ≥ 0", fmt::format("{}", attributes.alpha));
}

std::vector<TensorType> infer(const Attributes& attributes, std::span<const TensorInfo> inputs)
{
    const InputCheck check("activation", inputs, {"x"}, 1);
    check.expectFloating(0);
    expectAlpha(check, static_cast<const ActivationAttributes&>(attributes));
    return {check.same(0)};
}

void gradient(GradientContext& context)
{
    const bool reads = slopeReads(context.op().as<ActivationAttributes>().kind) == SlopeReads::result;
    const TensorId from = reads ? context.output(0) : context.input(0);
    context.give(0, context.emitter().emitOne(activationBackward, context.op().attributes, {from, context.outputGradient(0)}));
}

std::vector<TensorType> inferBackward(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const auto& attributes = static_cast<const ActivationAttributes&>(base);
    const std::string_view read = slopeReads(attributes.kind) == SlopeReads::result ? "y" : "x";
    const InputCheck check("activation_backward", inputs, {read, "dy"}, 2);
    check.expectFloating(0);
    check.expectShape(1, check.shape(0));
    check.expectType(1, {check.type(0)});
    expectAlpha(check, attributes);
    return {check.same(1)};
}

/// dx = slope(y)·dy. With respect to dy the slope is the same; with respect to y it changes only where the function is curved.
void gradientOfBackward(GradientContext& context)
{
    const auto& attributes = context.op().as<ActivationAttributes>();
    Emitter& emitter = context.emitter();
    const TensorId y = context.input(0), dy = context.input(1), arrived = context.outputGradient(0);
    if (context.needs(1))
        context.give(1, emitter.emitOne(activationBackward, context.op().attributes, {y, arrived}));
    if (!context.needs(0))
        return;
    switch (attributes.kind) {
    case Activation::relu:
    case Activation::relu6:
    case Activation::leakyRelu:
    case Activation::hardTanh: return; // straight lines
    case Activation::tanh: { // slope 1 − y²
        const TensorId both = emitMerge(emitter, Merge::multiply, dy, arrived);
        context.give(0, emitScale(emitter, emitMerge(emitter, Merge::multiply, y, both), -2.0));
        return;
    }
    default: context.refuse(nameOf(attributes.kind));
    }
}

} // namespace

constinit const OpSpec activation{.name = "activation", .infer = infer, .gradient = gradient};
constinit const OpSpec activationBackward{.name = "activation_backward", .infer = inferBackward, .gradient = gradientOfBackward};

} // namespace ops
} // namespace netsmith
