#include "engine/ops/add.h"

#include "engine/ops/checks.h"
#include "engine/ops/gradient.h"

namespace netsmith {

TensorId emitAdd(Emitter& emitter, TensorId a, TensorId b)
{
    return emitter.emitOne(ops::add, std::make_shared<AddAttributes>(), {a, b});
}

namespace ops {
namespace {

std::vector<TensorType> infer(const Attributes&, std::span<const TensorInfo> inputs)
{
    const InputCheck check("add", inputs, {"a", "b"}, 2);
    check.expectFloating(0);
    check.expectShape(1, check.shape(0));
    check.expectType(1, {check.type(0)});
    return {check.same(0)};
}

void gradient(GradientContext& context)
{
    expectUnfused(context.op(), context.op().as<AddAttributes>().activation != Activation::none);
    for (std::size_t i = 0; i < 2; ++i)
        if (context.needs(i))
            context.give(i, context.outputGradient(0));
}

double flops(const Attributes&, std::span<const TensorInfo>, std::span<const TensorInfo> outputs)
{
    return static_cast<double>(outputs[0].shape.elements());
}

} // namespace

constinit const OpSpec add{
    .name = "add", .infer = infer, .gradient = gradient, .flops = flops, .precision = PrecisionRule::promote};

} // namespace ops
} // namespace netsmith
