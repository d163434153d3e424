#include "engine/ops/fake_quantize.h"

#include "engine/ops/checks.h"
#include "engine/ops/gradient.h"

#include <fmt/format.h>

namespace netsmith {

std::string ObserveRangeAttributes::text() const
{
    return fmt::format("momentum {}", momentum);
}

namespace ops {
namespace {

InputCheck checkRanged(std::string_view op, std::span<const TensorInfo> inputs)
{
    const InputCheck check(op, inputs, {"x", "range"}, 2);
    check.expectType(0, {DataType::f32});
    check.expectShape(1, {2});
    check.expectType(1, {DataType::f32});
    return check;
}

std::vector<TensorType> inferFake(const Attributes&, std::span<const TensorInfo> inputs)
{
    return {checkRanged("fake_quantize", inputs).same(0)};
}

void passInside(GradientContext& context)
{
    if (context.needs(0))
        context.give(0,
                     context.emitter().emitOne(fakeQuantizeBackward, noAttributes(),
                                               {context.input(0), context.input(1), context.outputGradient(0)}));
    if (context.needs(1) && context.emitter().info(context.input(1)).arena != Arena::staged) // which training only follows
        context.give(1,
                     context.emitter().emitOne(fakeQuantizeRangeGradient, noAttributes(),
                                               {context.input(0), context.input(1), context.outputGradient(0)}));
}

InputCheck checkBackward(std::string_view op, std::span<const TensorInfo> inputs)
{
    const InputCheck check(op, inputs, {"x", "range", "dy"}, 3);
    checkRanged(op, inputs.first(2));
    check.expectShape(2, check.shape(0));
    check.expectType(2, {DataType::f32});
    return check;
}

std::vector<TensorType> inferBackward(const Attributes&, std::span<const TensorInfo> inputs)
{
    return {checkBackward("fake_quantize_backward", inputs).same(2)};
}

std::vector<TensorType> inferRangeGradient(const Attributes&, std::span<const TensorInfo> inputs)
{
    return {checkBackward("fake_quantize_range_gradient", inputs).same(1)};
}

std::vector<TensorType> inferWeights(const Attributes&, std::span<const TensorInfo> inputs)
{
    const InputCheck check("fake_quantize_weights", inputs, {"w"}, 1);
    check.expectType(0, {DataType::f32});
    check.expectRankAtLeast(0, 1);
    return {check.same(0)};
}

std::vector<TensorType> inferRows(const Attributes&, std::span<const TensorInfo> inputs)
{
    const InputCheck check("fake_quantize_rows", inputs, {"x"}, 1);
    check.expectType(0, {DataType::f32});
    check.expectRankAtLeast(0, 1);
    return {check.same(0)};
}

/// No number is outside the range of its channel or row.
void passAll(GradientContext& context)
{
    context.give(0, context.outputGradient(0));
}

/// Nothing is learned through a range that was observed.
void passNothing(GradientContext&) { }

std::vector<TensorType> inferObserved(const Attributes& attributes, std::span<const TensorInfo> inputs)
{
    const InputCheck check = checkRanged("observe_range", inputs);
    const double momentum = static_cast<const ObserveRangeAttributes&>(attributes).momentum;
    check.expect(momentum >= 0.0 && momentum < 1.0, "0 ≤ momentum < 1", fmt::format("{}", momentum));
    return {check.same(1)};
}

/// A multiplication, two comparisons and a rounding.
double flops(const Attributes&, std::span<const TensorInfo>, std::span<const TensorInfo> outputs)
{
    return 4.0 * static_cast<double>(outputs[0].shape.elements());
}

/// The same, and a difference, a product and two sums.
double gradientFlops(const Attributes&, std::span<const TensorInfo> inputs, std::span<const TensorInfo>)
{
    return 8.0 * static_cast<double>(inputs[0].shape.elements());
}

} // namespace

constinit const OpSpec fakeQuantize{
    .name = "fake_quantize", .infer = inferFake, .gradient = passInside, .flops = flops, .precision = PrecisionRule::f32};
constinit const OpSpec fakeQuantizeBackward{
    .name = "fake_quantize_backward", .infer = inferBackward, .flops = flops, .precision = PrecisionRule::f32};
constinit const OpSpec fakeQuantizeRangeGradient{
    .name = "fake_quantize_range_gradient", .infer = inferRangeGradient, .flops = gradientFlops, .precision = PrecisionRule::f32};
constinit const OpSpec fakeQuantizeWeights{
    .name = "fake_quantize_weights", .infer = inferWeights, .gradient = passAll, .flops = flops, .precision = PrecisionRule::f32};
constinit const OpSpec fakeQuantizeRows{
    .name = "fake_quantize_rows", .infer = inferRows, .gradient = passAll, .flops = flops, .precision = PrecisionRule::f32};
constinit const OpSpec observeRange{
    .name = "observe_range", .infer = inferObserved, .gradient = passNothing, .precision = PrecisionRule::f32};

} // namespace ops
} // namespace netsmith
