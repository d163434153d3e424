#include "engine/ops/pointwise_loss.h"

#include "engine/ops/gradient.h"
#include "engine/ops/row_targets.h"

#include <fmt/format.h>

#include <cmath>

namespace netsmith {

std::string_view nameOf(PointwiseLoss kind)
{
    switch (kind) {
    case PointwiseLoss::squared: return "squared";
    case PointwiseLoss::absolute: return "absolute";
    case PointwiseLoss::percentage: return "percentage";
    case PointwiseLoss::huber: return "huber";
    case PointwiseLoss::logCosh: return "log_cosh";
    case PointwiseLoss::hinge: return "hinge";
    case PointwiseLoss::squaredHinge: return "squared_hinge";
    case PointwiseLoss::poisson: return "poisson";
    case PointwiseLoss::klDivergence: return "kl_divergence";
    case PointwiseLoss::binaryCrossentropy: return "binary_crossentropy";
    case PointwiseLoss::binaryCrossentropyOfLogit: return "binary_crossentropy_of_logit";
    }
    return "?";
}

double PointwiseLossAttributes::share(const Shape& prediction) const
{
    const double perSample = static_cast<double>(prediction.elements() / prediction[0]);
    return (kind == PointwiseLoss::klDivergence ? static_cast<double>(prediction[-1]) : 1.0) / perSample;
}

std::string PointwiseLossAttributes::text() const
{
    std::string out(nameOf(kind));
    if (kind == PointwiseLoss::huber)
        out += fmt::format(" delta {}", delta);
    if (labelSmoothing != 0.0)
        out += fmt::format(" smoothing {}", labelSmoothing);
    if (gamma != 0.0)
        out += fmt::format(" gamma {}", gamma);
    if (positiveWeight != 1.0 || negativeWeight != 1.0)
        out += fmt::format(" weights {} {}", positiveWeight, negativeWeight);
    return out;
}

namespace ops {
namespace {

void expectAttributes(const InputCheck& check, const Attributes& base)
{
    const auto& attributes = static_cast<const PointwiseLossAttributes&>(base);
    const auto finite = [&](std::string_view name, double value, bool holds) {
        check.expect(holds && std::isfinite(value), name, fmt::format("{}", value));
    };
    finite("delta > 0", attributes.delta, attributes.delta > 0.0);
    finite("0 ≤ label_smoothing ≤ 1", attributes.labelSmoothing,
           attributes.labelSmoothing >= 0.0 && attributes.labelSmoothing <= 1.0);
    finite("gamma ≥ 0", attributes.gamma, attributes.gamma >= 0.0);
    finite("weight ≥ 0", attributes.positiveWeight, attributes.positiveWeight >= 0.0);
    finite("weight ≥ 0", attributes.negativeWeight, attributes.negativeWeight >= 0.0);
}

void expectPair(const InputCheck& check)
{
    check.expectFloating(0);
    check.expectRankAtLeast(0, 1);
    check.expectShape(1, check.shape(0));
    check.expectType(1, {DataType::f32, DataType::i32});
}

std::vector<TensorType> infer(const Attributes& attributes, std::span<const TensorInfo> inputs)
{
    const InputCheck check("pointwise_loss", inputs, {"prediction", "target", "weights"}, 2);
    expectAttributes(check, attributes);
    expectPair(check);
    expectWeights(check, 2, 0);
    return {{Shape(), DataType::f32}};
}

void gradient(GradientContext& context)
{
    std::vector<TensorId> inputs{context.input(0), context.input(1), context.outputGradient(0)};
    if (context.op().inputs.size() > 2)
        inputs.push_back(context.input(2));
    context.give(0, context.emitter().emitOne(pointwiseLossBackward, context.op().attributes, std::move(inputs)));
}

std::vector<TensorType> inferBackward(const Attributes& attributes, std::span<const TensorInfo> inputs)
{
    const InputCheck check("pointwise_loss_backward", inputs, {"prediction", "target", "seed", "weights"}, 3);
    expectAttributes(check, attributes);
    expectPair(check);
    check.expectScalar(2);
    check.expectType(2, {DataType::f32});
    expectWeights(check, 3, 0);
    return {check.same(0)};
}

} // namespace

constinit const OpSpec pointwiseLoss{
    .name = "pointwise_loss", .infer = infer, .gradient = gradient, .precision = PrecisionRule::f32};
constinit const OpSpec pointwiseLossBackward{.name = "pointwise_loss_backward", .infer = inferBackward};

} // namespace ops
} // namespace netsmith
