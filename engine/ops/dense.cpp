#include "engine/ops/dense.h"

#include "engine/ops/checks.h"
#include "engine/ops/gradient.h"

namespace netsmith {

std::string DenseAttributes::text() const
{
    std::string out = bias ? "bias" : "";
    if (activation != Activation::none)
        out += (out.empty() ? "" : " ") + std::string(nameOf(activation));
    return out;
}

namespace ops {
namespace {

Shape withLast(const Shape& shape, std::int64_t size)
{
    std::vector<std::int64_t> sizes(shape.sizes().begin(), shape.sizes().end());
    sizes.back() = size;
    return Shape(sizes);
}

std::vector<TensorType> infer(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const auto& attributes = static_cast<const DenseAttributes&>(base);
    const InputCheck check("dense", inputs, {"x", "w", "b"}, attributes.bias ? 3 : 2);
    check.expectFloating(0);
    check.expectRankAtLeast(0, 2);
    check.expectRank(1, 2);
    check.expectShape(1, {check.shape(0)[-1], check.shape(1)[1]});
    check.expectWeights(1, 0);
    check.expect(attributes.bias || check.count() == 2, "inputs = 2", "inputs = 3");
    if (attributes.bias) {
        check.expectShape(2, {check.shape(1)[1]});
        check.expectWeights(2, 0);
    }
    return {{withLast(check.shape(0), check.shape(1)[1]), check.type(0)}};
}

void gradient(GradientContext& context)
{
    const auto& attributes = context.op().as<DenseAttributes>();
    expectUnfused(context.op(), attributes.activation != Activation::none);
    const TensorId dy = context.outputGradient(0);
    if (context.needs(1) || (attributes.bias && context.needs(2))) {
        const auto gradients = context.emitter().emit(denseBackwardWeights, context.op().attributes, {context.input(0), dy});
        for (std::size_t i = 0; i < gradients.size(); ++i)
            if (context.needs(i + 1))
                context.give(i + 1, gradients[i]);
    }
    if (context.needs(0))
        context.give(0, context.emitter().emitOne(denseBackwardData, context.op().attributes, {dy, context.input(1)}));
}

std::vector<TensorType> inferBackwardData(const Attributes&, std::span<const TensorInfo> inputs)
{
    const InputCheck check("dense_backward_data", inputs, {"dy", "w"}, 2);
    check.expectFloating(0);
    check.expectRankAtLeast(0, 2);
    check.expectRank(1, 2);
    check.expectShape(1, {check.shape(1)[0], check.shape(0)[-1]});
    check.expectWeights(1, 0);
    return {{withLast(check.shape(0), check.shape(1)[0]), check.type(0)}};
}

std::vector<TensorType> inferBackwardWeights(const Attributes& attributes, std::span<const TensorInfo> inputs)
{
    const InputCheck check("dense_backward_weights", inputs, {"x", "dy"}, 2);
    check.expectFloating(0);
    check.expectRankAtLeast(0, 2);
    check.expectRank(1, check.shape(0).rank());
    check.expectShape(1, withLast(check.shape(0), check.shape(1)[-1]));
    check.expectType(1, {check.type(0)});
    const std::int64_t outputs = check.shape(1)[-1];
    std::vector<TensorType> types{{{check.shape(0)[-1], outputs}, DataType::f32}};
    if (static_cast<const DenseAttributes&>(attributes).bias)
        types.push_back({{outputs}, DataType::f32});
    return types;
}

std::shared_ptr<DenseAttributes> withoutBias()
{
    auto attributes = std::make_shared<DenseAttributes>();
    attributes->bias = false;
    return attributes;
}

/// dx = dy·wᵀ is itself a product, with the same gradient rule.
void gradientOfBackwardData(GradientContext& context)
{
    const TensorId arrived = context.outputGradient(0);
    if (context.needs(0))
        context.give(0, context.emitter().emitOne(dense, withoutBias(), {arrived, context.input(1)}));
    if (context.needs(1))
        context.give(1, context.emitter().emitOne(denseBackwardWeights, withoutBias(), {arrived, context.input(0)}));
}

double product(const Shape& rows, std::int64_t other)
{
    return 2.0 * static_cast<double>(rows.elements()) * static_cast<double>(other);
}

double flops(const Attributes&, std::span<const TensorInfo> inputs, std::span<const TensorInfo>)
{
    return product(inputs[0].shape, inputs[1].shape[1]);
}

double flopsBackwardData(const Attributes&, std::span<const TensorInfo> inputs, std::span<const TensorInfo>)
{
    return product(inputs[0].shape, inputs[1].shape[0]);
}

double flopsBackwardWeights(const Attributes&, std::span<const TensorInfo> inputs, std::span<const TensorInfo>)
{
    return product(inputs[0].shape, inputs[1].shape[-1]);
}

} // namespace

constinit const OpSpec dense{
    .name = "dense", .infer = infer, .gradient = gradient, .flops = flops, .precision = PrecisionRule::low};
constinit const OpSpec denseBackwardData{
    .name = "dense_backward_data", .infer = inferBackwardData, .gradient = gradientOfBackwardData, .flops = flopsBackwardData};
constinit const OpSpec denseBackwardWeights{
    .name = "dense_backward_weights", .infer = inferBackwardWeights, .flops = flopsBackwardWeights};

} // namespace ops
} // namespace netsmith
