#include "engine/ops/layer_norm.h"

#include "engine/ops/checks.h"
#include "engine/ops/gradient.h"

#include <fmt/format.h>

namespace netsmith {

std::string LayerNormAttributes::text() const
{
    return fmt::format("epsilon {}{}", epsilon, centred ? "" : " uncentred");
}

namespace ops {
namespace {

/// One number per row.
TensorType statistic(const Shape& x)
{
    return {Shape(x.sizes().first(x.sizes().size() - 1)), DataType::f32};
}

/// x and the parameters after it, up to `end`: f32 of the last axis, or absent.
void expectRows(const InputCheck& check, const Attributes& attributes, std::size_t end)
{
    const double epsilon = static_cast<const LayerNormAttributes&>(attributes).epsilon;
    check.expect(epsilon > 0.0, "epsilon > 0", fmt::format("{}", epsilon));
    check.expectFloating(0);
    check.expectRankAtLeast(0, 2);
    for (std::size_t i = 1; i < end; ++i) {
        check.expectType(i, {DataType::f32});
        if (check.shape(i) != Shape()) // an absent input is a scalar
            check.expectShape(i, {check.shape(0)[-1]});
    }
}

std::vector<TensorType> infer(const Attributes& attributes, std::span<const TensorInfo> inputs)
{
    const InputCheck check("layer_norm", inputs, {"x", "gamma", "beta"}, 3);
    expectRows(check, attributes, 3);
    return {check.same(0), statistic(check.shape(0)), statistic(check.shape(0))};
}

void gradient(GradientContext& context)
{
    const std::vector<TensorId> gradients = context.emitter().emit(
        layerNormBackward, context.op().attributes,
        {context.input(0), context.input(1), context.output(1), context.output(2), context.outputGradient(0)});
    for (std::size_t i = 0; i < 3; ++i)
        if (context.needs(i))
            context.give(i, gradients[i]);
}

std::vector<TensorType> inferBackward(const Attributes& attributes, std::span<const TensorInfo> inputs)
{
    const InputCheck check("layer_norm_backward", inputs, {"x", "gamma", "mean", "deviation", "dy"}, 5);
    expectRows(check, attributes, 2);
    for (const std::size_t i : {2, 3}) {
        check.expectShape(i, statistic(check.shape(0)).shape);
        check.expectType(i, {DataType::f32});
    }
    check.expectShape(4, check.shape(0));
    check.expectType(4, {check.type(0)});
    const TensorType parameter{{check.shape(0)[-1]}, DataType::f32};
    return {check.same(0), parameter, parameter};
}

/// Operations per element: the sums of mean and variance are three, normalising is four.
double flops(const Attributes&, std::span<const TensorInfo> inputs, std::span<const TensorInfo>)
{
    return 7.0 * static_cast<double>(inputs[0].shape.elements());
}

double flopsBackward(const Attributes&, std::span<const TensorInfo> inputs, std::span<const TensorInfo>)
{
    return 13.0 * static_cast<double>(inputs[0].shape.elements());
}

} // namespace

constinit const OpSpec layerNorm{.name = "layer_norm", .infer = infer, .gradient = gradient, .flops = flops};
constinit const OpSpec layerNormBackward{.name = "layer_norm_backward", .infer = inferBackward, .flops = flopsBackward};

} // namespace ops
} // namespace netsmith
