#include "engine/ops/softmax.h"

#include "engine/ops/checks.h"
#include "engine/ops/gradient.h"

namespace netsmith::ops {
namespace {

std::vector<TensorType> infer(const Attributes&, std::span<const TensorInfo> inputs)
{
    const InputCheck check("softmax", inputs, {"x"}, 1);
    check.expectFloating(0);
    check.expectRankAtLeast(0, 2);
    return {check.same(0)};
}

void gradient(GradientContext& context)
{
    context.give(0, context.emitter().emitOne(softmaxBackward, noAttributes(), {context.output(0), context.outputGradient(0)}));
}

std::vector<TensorType> inferBackward(const Attributes&, std::span<const TensorInfo> inputs)
{
    const InputCheck check("softmax_backward", inputs, {"y", "dy"}, 2);
    check.expectFloating(0);
    check.expectRankAtLeast(0, 2);
    check.expectShape(1, check.shape(0));
    check.expectType(1, {check.type(0)});
    return {check.same(1)};
}

/// Maximum, exponential, sum and quotient: four an element.
double flops(const Attributes&, std::span<const TensorInfo> inputs, std::span<const TensorInfo>)
{
    return 4.0 * static_cast<double>(inputs[0].shape.elements());
}

} // namespace

constinit const OpSpec softmax{
    .name = "softmax", .infer = infer, .gradient = gradient, .flops = flops, .precision = PrecisionRule::f32};
constinit const OpSpec softmaxBackward{.name = "softmax_backward", .infer = inferBackward, .flops = flops};

} // namespace netsmith::ops
