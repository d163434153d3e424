#include "engine/ops/prelu.h"

#include "engine/ops/checks.h"
#include "engine/ops/gradient.h"

namespace netsmith::ops {
namespace {

void expectAlpha(const InputCheck& check)
{
    check.expectFloating(0);
    check.expectRankAtLeast(0, 2);
    check.expectShape(1, {check.shape(0)[-1]});
    check.expectType(1, {DataType::f32});
}

std::vector<TensorType> infer(const Attributes&, std::span<const TensorInfo> inputs)
{
    const InputCheck check("prelu", inputs, {"x", "alpha"}, 2);
    expectAlpha(check);
    return {check.same(0)};
}

void gradient(GradientContext& context)
{
    const auto gradients = context.emitter().emit(preluBackward, context.op().attributes,
                                                  {context.input(0), context.input(1), context.outputGradient(0)});
    for (std::size_t i = 0; i < 2; ++i)
        if (context.needs(i))
            context.give(i, gradients[i]);
}

std::vector<TensorType> inferBackward(const Attributes&, std::span<const TensorInfo> inputs)
{
    const InputCheck check("prelu_backward", inputs, {"x", "alpha", "dy"}, 3);
    expectAlpha(check);
    check.expectShape(2, check.shape(0));
    check.expectType(2, {check.type(0)});
    return {check.same(0), check.same(1)};
}

double flops(const Attributes&, std::span<const TensorInfo> inputs, std::span<const TensorInfo>)
{
    return static_cast<double>(inputs[0].shape.elements());
}

double flopsBackward(const Attributes&, std::span<const TensorInfo> inputs, std::span<const TensorInfo>)
{
    return 3.0 * static_cast<double>(inputs[0].shape.elements());
}

} // namespace

constinit const OpSpec prelu{.name = "prelu", .infer = infer, .gradient = gradient, .flops = flops};
constinit const OpSpec preluBackward{.name = "prelu_backward", .infer = inferBackward, .flops = flopsBackward};

} // namespace netsmith::ops
