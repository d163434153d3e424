#include "engine/ops/group_norm.h"

#include "engine/ops/checks.h"
#include "engine/ops/gradient.h"

#include <fmt/format.h>

namespace netsmith {

std::string GroupNormAttributes::text() const
{
    return fmt::format("groups {} epsilon {}", groups, epsilon);
}

namespace ops {
namespace {

/// x and the parameters after it, up to `end`: f32 of the last axis, or absent. Returns the type of the statistics.
TensorType expectGroups(const InputCheck& check, const Attributes& base, std::size_t end)
{
    const auto& attributes = static_cast<const GroupNormAttributes&>(base);
    check.expect(attributes.epsilon > 0.0, "epsilon > 0", fmt::format("{}", attributes.epsilon));
    check.expectFloating(0);
    check.expectRankAtLeast(0, 2);
    const std::int64_t channels = check.shape(0)[-1];
    check.expect(attributes.groups >= 1 && channels % attributes.groups == 0, fmt::format("groups that divide {}", channels),
                 std::to_string(attributes.groups));
    for (std::size_t i = 1; i < end; ++i) {
        check.expectType(i, {DataType::f32});
        if (check.shape(i) != Shape()) // an absent input is a scalar
            check.expectShape(i, {channels});
    }
    return {{check.shape(0)[0], attributes.groups}, DataType::f32};
}

std::vector<TensorType> infer(const Attributes& attributes, std::span<const TensorInfo> inputs)
{
    const InputCheck check("group_norm", inputs, {"x", "gamma", "beta"}, 3);
    const TensorType statistic = expectGroups(check, attributes, 3);
    return {check.same(0), statistic, statistic};
}

void gradient(GradientContext& context)
{
    const std::vector<TensorId> gradients = context.emitter().emit(
        groupNormBackward, context.op().attributes,
        {context.input(0), context.input(1), context.output(1), context.output(2), context.outputGradient(0)});
    for (std::size_t i = 0; i < 3; ++i)
        if (context.needs(i))
            context.give(i, gradients[i]);
}

std::vector<TensorType> inferBackward(const Attributes& attributes, std::span<const TensorInfo> inputs)
{
    const InputCheck check("group_norm_backward", inputs, {"x", "gamma", "mean", "deviation", "dy"}, 5);
    const TensorType statistic = expectGroups(check, attributes, 2);
    for (const std::size_t i : {2, 3}) {
        check.expectShape(i, statistic.shape);
        check.expectType(i, {DataType::f32});
    }
    check.expectShape(4, check.shape(0));
    check.expectType(4, {check.type(0)});
    const TensorType parameter{{check.shape(0)[-1]}, DataType::f32};
    return {check.same(0), parameter, parameter};
}

/// Operations per element: the sums of mean and variance are three, normalising is two.
double flops(const Attributes&, std::span<const TensorInfo> inputs, std::span<const TensorInfo>)
{
    return 5.0 * static_cast<double>(inputs[0].shape.elements());
}

double flopsBackward(const Attributes&, std::span<const TensorInfo> inputs, std::span<const TensorInfo>)
{
    return 8.0 * static_cast<double>(inputs[0].shape.elements());
}

} // namespace

constinit const OpSpec groupNorm{.name = "group_norm", .infer = infer, .gradient = gradient, .flops = flops};
constinit const OpSpec groupNormBackward{.name = "group_norm_backward", .infer = inferBackward, .flops = flopsBackward};

} // namespace ops
} // namespace netsmith
