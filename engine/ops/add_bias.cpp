#include "engine/ops/add_bias.h"

#include "engine/ops/checks.h"
#include "engine/ops/gradient.h"

namespace netsmith {

TensorId emitAddBias(Emitter& emitter, TensorId x, TensorId bias)
{
    return bias == noTensor ? x : emitter.emitOne(ops::addBias, std::make_shared<AddBiasAttributes>(), {x, bias});
}

namespace ops {
namespace {

std::vector<TensorType> infer(const Attributes&, std::span<const TensorInfo> inputs)
{
    const InputCheck check("add_bias", inputs, {"x", "b"}, 2);
    check.expectFloating(0);
    check.expectRankAtLeast(0, 1);
    check.expectShape(1, {check.shape(0)[-1]});
    check.expectType(1, {DataType::f32});
    return {check.same(0)};
}

void gradient(GradientContext& context)
{
    expectUnfused(context.op(), context.op().as<AddBiasAttributes>().activation != Activation::none);
    const TensorId dy = context.outputGradient(0);
    if (context.needs(0))
        context.give(0, dy);
    if (context.needs(1))
        context.give(1, context.emitter().emitOne(addBiasBackward, noAttributes(), {dy}));
}

std::vector<TensorType> inferBackward(const Attributes&, std::span<const TensorInfo> inputs)
{
    const InputCheck check("add_bias_backward", inputs, {"dy"}, 1);
    check.expectFloating(0);
    check.expectRankAtLeast(0, 1);
    return {{{check.shape(0)[-1]}, DataType::f32}};
}

double flops(const Attributes&, std::span<const TensorInfo> inputs, std::span<const TensorInfo>)
{
    return static_cast<double>(inputs[0].shape.elements());
}

} // namespace

constinit const OpSpec addBias{.name = "add_bias", .infer = infer, .gradient = gradient, .flops = flops};
constinit const OpSpec addBiasBackward{.name = "add_bias_backward", .infer = inferBackward, .flops = flops};

} // namespace ops
} // namespace netsmith
