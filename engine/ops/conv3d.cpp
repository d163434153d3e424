#include "engine/ops/conv3d.h"

#include "engine/ops/checks.h"
#include "engine/ops/gradient.h"

#include <fmt/format.h>

namespace netsmith {

std::string Conv3dAttributes::text() const
{
    std::string out = window.text();
    if (groups != 1)
        out += fmt::format(" groups {}", groups);
    if (bias)
        out += " bias";
    if (activation != Activation::none)
        out += fmt::format(" {}", nameOf(activation));
    return out + fmt::format(" input {}", inputShape.text());
}

Shape Conv3dAttributes::outputShape() const
{
    const auto [depth, height, width] = window.outputOf({inputShape[1], inputShape[2], inputShape[3]});
    return {inputShape[0], depth, height, width, kernelShape[4]};
}

namespace ops {
namespace {

/// The output's shape; checks that window, groups and both shapes fit each other.
Shape resultOf(const InputCheck& check, const Conv3dAttributes& attributes)
{
    const Shape& x = attributes.inputShape;
    const Shape& w = attributes.kernelShape;
    const auto& [depth, height, width] = attributes.window.axes;
    check.expect(x.rank() == 5, "N×D×H×W×C", x.text());
    check.expect(w.rank() == 5 && w[0] == depth.kernel && w[1] == height.kernel && w[2] == width.kernel,
                 fmt::format("{}×{}×{}×C×F", depth.kernel, height.kernel, width.kernel), w.text());
    const std::int64_t groups = attributes.groups;
    check.expect(groups >= 1 && x[4] % groups == 0 && w[4] % groups == 0,
                 fmt::format("{} mod groups = {} mod groups = 0", x[4], w[4]), std::to_string(groups));
    check.expect(w[3] == x[4] / groups, fmt::format("C = {}", x[4] / groups), std::to_string(w[3]));
    return attributes.outputShape();
}

std::vector<TensorType> infer(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const auto& attributes = static_cast<const Conv3dAttributes&>(base);
    const InputCheck check("conv3d", inputs, {"x", "w", "b"}, attributes.bias ? 3 : 2);
    check.expectFloating(0);
    check.expectRank(0, 5);
    check.expectShape(0, attributes.inputShape);
    check.expectRank(1, 5);
    check.expectShape(1, attributes.kernelShape);
    check.expectWeights(1, 0);
    const Shape result = resultOf(check, attributes);
    check.expect(attributes.bias || check.count() == 2, "inputs = 2", "inputs = 3");
    if (attributes.bias) {
        check.expectShape(2, {result[4]});
        check.expectWeights(2, 0);
    }
    return {{result, check.type(0)}};
}

void gradient(GradientContext& context)
{
    const auto& attributes = context.op().as<Conv3dAttributes>();
    expectUnfused(context.op(), attributes.activation != Activation::none);
    const TensorId dy = context.outputGradient(0);
    if (context.needs(1) || (attributes.bias && context.needs(2))) {
        const auto gradients = context.emitter().emit(conv3dBackwardWeights, context.op().attributes, {context.input(0), dy});
        for (std::size_t i = 0; i < gradients.size(); ++i)
            if (context.needs(i + 1))
                context.give(i + 1, gradients[i]);
    }
    if (context.needs(0))
        context.give(0, context.emitter().emitOne(conv3dBackwardData, context.op().attributes, {dy, context.input(1)}));
}

std::vector<TensorType> inferBackwardData(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const auto& attributes = static_cast<const Conv3dAttributes&>(base);
    const InputCheck check("conv3d_backward_data", inputs, {"dy", "w"}, 2);
    check.expectFloating(0);
    check.expectShape(0, resultOf(check, attributes));
    check.expectShape(1, attributes.kernelShape);
    check.expectWeights(1, 0);
    return {{attributes.inputShape, check.type(0)}};
}

/// For second derivatives: the gradient is a convolution.
void gradientOfBackwardData(GradientContext& context)
{
    auto attributes = std::make_shared<Conv3dAttributes>(context.op().as<Conv3dAttributes>());
    attributes->bias = false;
    const TensorId arrived = context.outputGradient(0);
    if (context.needs(1))
        context.give(1, context.emitter().emitOne(conv3dBackwardWeights, attributes, {arrived, context.input(0)}));
    if (context.needs(0))
        context.give(0, context.emitter().emitOne(conv3d, attributes, {arrived, context.input(1)}));
}

std::vector<TensorType> inferBackwardWeights(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const auto& attributes = static_cast<const Conv3dAttributes&>(base);
    const InputCheck check("conv3d_backward_weights", inputs, {"x", "dy"}, 2);
    check.expectFloating(0);
    check.expectShape(0, attributes.inputShape);
    const Shape result = resultOf(check, attributes);
    check.expectShape(1, result);
    check.expectType(1, {check.type(0)});
    std::vector<TensorType> outputs{{attributes.kernelShape, DataType::f32}};
    if (attributes.bias)
        outputs.push_back({{result[4]}, DataType::f32});
    return outputs;
}

/// Two for each tap of each output voxel and filter, for each of the three passes.
double flops(const Attributes& base, std::span<const TensorInfo>, std::span<const TensorInfo>)
{
    const auto& attributes = static_cast<const Conv3dAttributes&>(base);
    const std::int64_t taps = attributes.kernelShape.elements() / attributes.kernelShape[4];
    return 2.0 * static_cast<double>(attributes.outputShape().elements()) * static_cast<double>(taps);
}

} // namespace

constinit const OpSpec conv3d{
    .name = "conv3d", .infer = infer, .gradient = gradient, .flops = flops, .precision = PrecisionRule::low};
constinit const OpSpec conv3dBackwardData{
    .name = "conv3d_backward_data", .infer = inferBackwardData, .gradient = gradientOfBackwardData, .flops = flops};
constinit const OpSpec conv3dBackwardWeights{.name = "conv3d_backward_weights", .infer = inferBackwardWeights, .flops = flops};

} // namespace ops
} // namespace netsmith
