#include "engine/ops/conv2d.h"

#include "engine/ops/checks.h"
#include "engine/ops/gradient.h"

#include <fmt/format.h>

namespace netsmith {

std::string Conv2dAttributes::text() const
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

namespace ops {
namespace {

/// The output's shape; checks that window, groups and both shapes fit each other.
Shape resultOf(const InputCheck& check, const Conv2dAttributes& attributes)
{
    const Shape& x = attributes.inputShape;
    const Shape& w = attributes.kernelShape;
    check.expect(x.rank() == 4, "N×H×W×C", x.text());
    check.expect(w.rank() == 4 && w[0] == attributes.window.kernel.height && w[1] == attributes.window.kernel.width,
                 fmt::format("{}×{}×C×F", attributes.window.kernel.height, attributes.window.kernel.width), w.text());
    const std::int64_t groups = attributes.groups;
    check.expect(groups >= 1 && x[3] % groups == 0 && w[3] % groups == 0,
                 fmt::format("{} mod groups = {} mod groups = 0", x[3], w[3]), std::to_string(groups));
    check.expect(w[2] == x[3] / groups, fmt::format("C = {}", x[3] / groups), std::to_string(w[2]));
    const Size2 size = attributes.window.outputOf({x[1], x[2]});
    return {x[0], size.height, size.width, w[3]};
}

std::vector<TensorType> infer(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const auto& attributes = static_cast<const Conv2dAttributes&>(base);
    const InputCheck check("conv2d", inputs, {"x", "w", "b"}, attributes.bias ? 3 : 2);
    check.expectFloating(0);
    check.expectRank(0, 4);
    check.expectShape(0, attributes.inputShape);
    check.expectRank(1, 4);
    check.expectShape(1, attributes.kernelShape);
    check.expectWeights(1, 0);
    const Shape result = resultOf(check, attributes);
    check.expect(attributes.bias || check.count() == 2, "inputs = 2", "inputs = 3");
    if (attributes.bias) {
        check.expectShape(2, {result[3]});
        check.expectWeights(2, 0);
    }
    return {{result, check.type(0)}};
}

void gradient(GradientContext& context)
{
    const auto& attributes = context.op().as<Conv2dAttributes>();
    expectUnfused(context.op(), attributes.activation != Activation::none);
    const TensorId dy = context.outputGradient(0);
    if (context.needs(1) || (attributes.bias && context.needs(2))) {
        const auto gradients = context.emitter().emit(conv2dBackwardWeights, context.op().attributes, {context.input(0), dy});
        for (std::size_t i = 0; i < gradients.size(); ++i)
            if (context.needs(i + 1))
                context.give(i + 1, gradients[i]);
    }
    if (context.needs(0))
        context.give(0, context.emitter().emitOne(conv2dBackwardData, context.op().attributes, {dy, context.input(1)}));
}

std::vector<TensorType> inferBackwardData(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const auto& attributes = static_cast<const Conv2dAttributes&>(base);
    const InputCheck check("conv2d_backward_data", inputs, {"dy", "w"}, 2);
    check.expectFloating(0);
    check.expectShape(0, resultOf(check, attributes));
    check.expectShape(1, attributes.kernelShape);
    check.expectWeights(1, 0);
    return {{attributes.inputShape, check.type(0)}};
}

/// For a transposed convolution, which runs this op forward, and for second derivatives: the gradient is a convolution.
void gradientOfBackwardData(GradientContext& context)
{
    auto attributes = std::make_shared<Conv2dAttributes>(context.op().as<Conv2dAttributes>());
    attributes->bias = false;
    const TensorId arrived = context.outputGradient(0);
    if (context.needs(1))
        context.give(1, context.emitter().emitOne(conv2dBackwardWeights, attributes, {arrived, context.input(0)}));
    if (context.needs(0))
        context.give(0, context.emitter().emitOne(conv2d, attributes, {arrived, context.input(1)}));
}

std::vector<TensorType> inferBackwardWeights(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const auto& attributes = static_cast<const Conv2dAttributes&>(base);
    const InputCheck check("conv2d_backward_weights", inputs, {"x", "dy"}, 2);
    check.expectFloating(0);
    check.expectShape(0, attributes.inputShape);
    const Shape result = resultOf(check, attributes);
    check.expectShape(1, result);
    check.expectType(1, {check.type(0)});
    std::vector<TensorType> outputs{{attributes.kernelShape, DataType::f32}};
    if (attributes.bias)
        outputs.push_back({{result[3]}, DataType::f32});
    return outputs;
}

/// Two for each tap of each output pixel and filter, for each of the three passes.
double flops(const Attributes& base, std::span<const TensorInfo>, std::span<const TensorInfo>)
{
    const auto& attributes = static_cast<const Conv2dAttributes&>(base);
    const Size2 size = attributes.window.outputOf({attributes.inputShape[1], attributes.inputShape[2]});
    const double pixels =
        static_cast<double>(attributes.inputShape[0]) * static_cast<double>(size.height) * static_cast<double>(size.width);
    return 2.0 * pixels * static_cast<double>(attributes.kernelShape.elements());
}

} // namespace

constinit const OpSpec conv2d{
    .name = "conv2d", .infer = infer, .gradient = gradient, .flops = flops, .precision = PrecisionRule::low};
constinit const OpSpec conv2dBackwardData{.name = "conv2d_backward_data",
                                          .infer = inferBackwardData,
                                          .gradient = gradientOfBackwardData,
                                          .flops = flops,
                                          .precision = PrecisionRule::low};
constinit const OpSpec conv2dBackwardWeights{.name = "conv2d_backward_weights", .infer = inferBackwardWeights, .flops = flops};

} // namespace ops
} // namespace netsmith
