#include "engine/ops/cross_entropy.h"

#include "engine/ops/cast.h"
#include "engine/ops/gradient.h"
#include "engine/ops/row_targets.h"

#include <fmt/format.h>

#include <cmath>

namespace netsmith {

std::string CrossEntropyAttributes::text() const
{
    std::string out;
    if (labelSmoothing != 0.0)
        out = fmt::format("smoothing {}", labelSmoothing);
    if (gamma != 0.0 || alpha != 1.0)
        out += fmt::format("{}gamma {} alpha {}", out.empty() ? "" : " ", gamma, alpha);
    return out;
}

namespace ops {
namespace {

void checkForward(const InputCheck& check, const Attributes& base)
{
    const auto& attributes = static_cast<const CrossEntropyAttributes&>(base);
    const auto number = [&](std::string_view expected, double value, bool holds) {
        check.expect(holds && std::isfinite(value), expected, fmt::format("{}", value));
    };
    number("0 ≤ label_smoothing ≤ 1", attributes.labelSmoothing,
           attributes.labelSmoothing >= 0.0 && attributes.labelSmoothing <= 1.0);
    number("gamma ≥ 0", attributes.gamma, attributes.gamma >= 0.0);
    number("alpha ≥ 0", attributes.alpha, attributes.alpha >= 0.0);
    expectRowTargets(check, 0, 1);
}

std::vector<TensorType> infer(const Attributes& attributes, std::span<const TensorInfo> inputs)
{
    const InputCheck check("cross_entropy", inputs, {"probabilities", "target", "weights"}, 2);
    checkForward(check, attributes);
    expectRowWeights(check, 2, 0);
    return {{Shape(), DataType::f32}};
}

/// The gradient's op over `first`, target, seed and the weights, if any.
TensorId emitBackward(GradientContext& context, const OpSpec& spec, TensorId first)
{
    std::vector<TensorId> inputs{first, context.input(1), context.outputGradient(0)};
    if (context.op().inputs.size() > 2)
        inputs.push_back(context.input(2));
    return context.emitter().emitOne(spec, context.op().attributes, std::move(inputs));
}

void gradient(GradientContext& context)
{
    context.give(0, emitBackward(context, crossEntropyBackward, context.input(0)));
}

void checkBackward(const InputCheck& check, const Attributes& attributes)
{
    checkForward(check, attributes);
    check.expectScalar(2);
    check.expectType(2, {DataType::f32});
    expectRowWeights(check, 3, 0);
}

std::vector<TensorType> inferBackward(const Attributes& attributes, std::span<const TensorInfo> inputs)
{
    const InputCheck check("cross_entropy_backward", inputs, {"probabilities", "target", "seed", "weights"}, 3);
    checkBackward(check, attributes);
    return {check.same(0)};
}

std::vector<TensorType> inferFromLogits(const Attributes& attributes, std::span<const TensorInfo> inputs)
{
    const InputCheck check("softmax_cross_entropy", inputs, {"logits", "target", "weights"}, 2);
    checkForward(check, attributes);
    expectRowWeights(check, 2, 0);
    return {{Shape(), DataType::f32}, {check.shape(0), DataType::f32}};
}

void gradientFromLogits(GradientContext& context)
{
    Emitter& emitter = context.emitter();
    const TensorId gradient = emitBackward(context, softmaxCrossEntropyBackward, context.output(1));
    context.give(0, emitCast(emitter, gradient, emitter.info(context.input(0)).type));
}

std::vector<TensorType> inferFromLogitsBackward(const Attributes& attributes, std::span<const TensorInfo> inputs)
{
    const InputCheck check("softmax_cross_entropy_backward", inputs, {"probabilities", "target", "seed", "weights"}, 3);
    checkBackward(check, attributes);
    check.expectType(0, {DataType::f32});
    return {check.same(0)};
}

/// Maximum, exponential, sum, logarithm and quotient: five an element.
double flops(const Attributes&, std::span<const TensorInfo> inputs, std::span<const TensorInfo>)
{
    return 5.0 * static_cast<double>(inputs[0].shape.elements());
}

} // namespace

constinit const OpSpec crossEntropy{.name = "cross_entropy", .infer = infer, .gradient = gradient, .precision = PrecisionRule::f32};
constinit const OpSpec crossEntropyBackward{.name = "cross_entropy_backward", .infer = inferBackward};
constinit const OpSpec softmaxCrossEntropy{.name = "softmax_cross_entropy",
                                           .infer = inferFromLogits,
                                           .gradient = gradientFromLogits,
                                           .flops = flops,
                                           .precision = PrecisionRule::f32};
constinit const OpSpec softmaxCrossEntropyBackward{.name = "softmax_cross_entropy_backward", .infer = inferFromLogitsBackward};

} // namespace ops
} // namespace netsmith
