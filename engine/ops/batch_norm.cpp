#include "engine/ops/batch_norm.h"

#include "engine/ops/checks.h"
#include "engine/ops/gradient.h"

#include <fmt/format.h>

namespace netsmith {

std::string BatchNormAttributes::text() const
{
    std::string out = fmt::format("epsilon {} momentum {}", epsilon, momentum);
    if (shared)
        out += silent ? " of the other ranks" : " of all ranks";
    if (residual)
        out += " residual";
    if (activation != Activation::none)
        out += fmt::format(" {}", nameOf(activation));
    return out;
}

namespace ops {
namespace {

void expectPositive(const InputCheck& check, const BatchNormAttributes& attributes)
{
    check.expect(attributes.epsilon > 0.0, "epsilon > 0", fmt::format("{}", attributes.epsilon));
    check.expect(attributes.momentum >= 0.0 && attributes.momentum <= 1.0, "0 ≤ momentum ≤ 1",
                 fmt::format("{}", attributes.momentum));
}

/// x …×C and the `channelInputs` that follow it, f32 [C].
Shape expectChannels(const InputCheck& check, std::size_t channelInputs)
{
    check.expectFloating(0);
    check.expectRankAtLeast(0, 2);
    const Shape channels{check.shape(0)[-1]};
    for (std::size_t i = 1; i <= channelInputs; ++i) {
        check.expectShape(i, channels);
        check.expectType(i, {DataType::f32});
    }
    return channels;
}

Shape checkForward(const InputCheck& check, const BatchNormAttributes& attributes)
{
    expectPositive(check, attributes);
    check.expect(attributes.residual == (check.count() == 6), attributes.residual ? "inputs = 6" : "inputs = 5",
                 fmt::format("inputs = {}", check.count()));
    const Shape channels = expectChannels(check, 4);
    if (attributes.residual) {
        check.expectShape(5, check.shape(0));
        check.expectType(5, {check.type(0)});
    }
    return channels;
}

std::vector<TensorType> infer(const Attributes& attributes, std::span<const TensorInfo> inputs)
{
    const InputCheck check("batch_norm", inputs, {"x", "gamma", "beta", "mean", "variance", "residual"}, 5);
    const Shape channels = checkForward(check, static_cast<const BatchNormAttributes&>(attributes));
    const TensorType statistic{channels, DataType::f32};
    return {check.same(0), statistic, statistic, statistic, statistic};
}

void gradient(GradientContext& context)
{
    const auto& attributes = context.op().as<BatchNormAttributes>();
    expectUnfused(context.op(), attributes.residual || attributes.activation != Activation::none);
    const std::vector<TensorId> gradients = context.emitter().emit(
        batchNormBackward, context.op().attributes,
        {context.input(0), context.input(1), context.output(1), context.output(2), context.outputGradient(0)});
    for (std::size_t i = 0; i < 3; ++i)
        if (context.needs(i))
            context.give(i, gradients[i]);
}

std::vector<TensorType> inferBackward(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const auto& attributes = static_cast<const BatchNormAttributes&>(base);
    const InputCheck check("batch_norm_backward", inputs, {"x", "gamma", "batch mean", "batch deviation", "dy", "y"}, 5);
    expectPositive(check, attributes);
    const bool needsResult = attributes.activation != Activation::none;
    check.expect(needsResult == (check.count() == 6), needsResult ? "inputs = 6" : "inputs = 5",
                 fmt::format("inputs = {}", check.count()));
    const Shape channels = expectChannels(check, 3);
    for (std::size_t i = 4; i < check.count(); ++i) {
        check.expectShape(i, check.shape(0));
        check.expectType(i, {check.type(0)});
    }
    std::vector<TensorType> outputs{check.same(0), {channels, DataType::f32}, {channels, DataType::f32}};
    if (attributes.residual)
        outputs.push_back(check.same(0));
    return outputs;
}

std::vector<TensorType> inferInference(const Attributes& attributes, std::span<const TensorInfo> inputs)
{
    const InputCheck check("batch_norm_inference", inputs, {"x", "gamma", "beta", "mean", "variance", "residual"}, 5);
    checkForward(check, static_cast<const BatchNormAttributes&>(attributes));
    return {check.same(0)};
}

void gradientInference(GradientContext& context)
{
    const auto& attributes = context.op().as<BatchNormAttributes>();
    expectUnfused(context.op(), attributes.residual || attributes.activation != Activation::none);
    if (context.needs(0))
        context.give(0,
                     context.emitter().emitOne(batchNormInferenceBackward, context.op().attributes,
                                               {context.outputGradient(0), context.input(1), context.input(4)}));
}

std::vector<TensorType> inferInferenceBackward(const Attributes& attributes, std::span<const TensorInfo> inputs)
{
    const InputCheck check("batch_norm_inference_backward", inputs, {"dy", "gamma", "variance"}, 3);
    expectPositive(check, static_cast<const BatchNormAttributes&>(attributes));
    expectChannels(check, 2);
    return {check.same(0)};
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

double flopsInferenceBackward(const Attributes&, std::span<const TensorInfo> inputs, std::span<const TensorInfo>)
{
    return static_cast<double>(inputs[0].shape.elements());
}

double flopsInference(const Attributes&, std::span<const TensorInfo> inputs, std::span<const TensorInfo>)
{
    return 2.0 * static_cast<double>(inputs[0].shape.elements());
}

} // namespace

constinit const OpSpec batchNorm{.name = "batch_norm", .infer = infer, .gradient = gradient, .flops = flops};
constinit const OpSpec batchNormBackward{.name = "batch_norm_backward", .infer = inferBackward, .flops = flopsBackward};
constinit const OpSpec batchNormInference{
    .name = "batch_norm_inference", .infer = inferInference, .gradient = gradientInference, .flops = flopsInference};
constinit const OpSpec batchNormInferenceBackward{
    .name = "batch_norm_inference_backward", .infer = inferInferenceBackward, .flops = flopsInferenceBackward};

} // namespace ops
} // namespace netsmith
