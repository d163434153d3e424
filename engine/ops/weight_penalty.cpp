#include "engine/ops/weight_penalty.h"

#include "engine/ops/checks.h"
#include "engine/ops/gradient.h"

#include <fmt/format.h>

#include <cmath>

namespace netsmith {

std::string WeightPenaltyAttributes::text() const
{
    return fmt::format("l1 {} l2 {} samples {}", l1, l2, samples);
}

namespace ops {
namespace {

void expectAmounts(const InputCheck& check, const Attributes& base)
{
    const auto& attributes = static_cast<const WeightPenaltyAttributes&>(base);
    const auto expect = [&](double amount, std::string_view name) {
        check.expect(amount >= 0.0 && std::isfinite(amount), fmt::format("{} ≥ 0", name), fmt::format("{}", amount));
    };
    expect(attributes.l1, "l1");
    expect(attributes.l2, "l2");
    expect(attributes.samples, "samples");
}

std::vector<TensorType> infer(const Attributes& attributes, std::span<const TensorInfo> inputs)
{
    const InputCheck check("weight_penalty", inputs, {"w"}, 1);
    expectAmounts(check, attributes);
    check.expectType(0, {DataType::f32});
    return {{Shape(), DataType::f32}};
}

void gradient(GradientContext& context)
{
    context.give(
        0,
        context.emitter().emitOne(weightPenaltyBackward, context.op().attributes, {context.input(0), context.outputGradient(0)}));
}

std::vector<TensorType> inferBackward(const Attributes& attributes, std::span<const TensorInfo> inputs)
{
    const InputCheck check("weight_penalty_backward", inputs, {"w", "d(penalty)"}, 2);
    expectAmounts(check, attributes);
    check.expectType(0, {DataType::f32});
    check.expectScalar(1);
    check.expectType(1, {DataType::f32});
    return {check.same(0)};
}

double flops(const Attributes&, std::span<const TensorInfo> inputs, std::span<const TensorInfo>)
{
    return 4.0 * static_cast<double>(inputs[0].shape.elements());
}

double flopsBackward(const Attributes&, std::span<const TensorInfo> inputs, std::span<const TensorInfo>)
{
    return 2.0 * static_cast<double>(inputs[0].shape.elements());
}

} // namespace

constinit const OpSpec weightPenalty{.name = "weight_penalty", .infer = infer, .gradient = gradient, .flops = flops};
constinit const OpSpec weightPenaltyBackward{.name = "weight_penalty_backward", .infer = inferBackward, .flops = flopsBackward};

} // namespace ops
} // namespace netsmith
