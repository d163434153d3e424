#include "engine/ops/dropout.h"

#include "engine/ops/checks.h"
#include "engine/ops/gradient.h"

#include <fmt/format.h>

namespace netsmith {

std::string DropoutAttributes::text() const
{
    return fmt::format("rate {} seed {} node {}", rate, seed, node);
}

namespace ops {
namespace {

std::vector<TensorType> inferMasked(std::string_view name, const Attributes& attributes, std::span<const TensorInfo> inputs)
{
    const InputCheck check(name, inputs, {"x", "counters"}, 2);
    const double rate = static_cast<const DropoutAttributes&>(attributes).rate;
    check.expectFloating(0);
    check.expectRankAtLeast(0, 1);
    expectCounters(check, 1);
    check.expect(rate >= 0.0 && rate < 1.0, "0 ≤ rate < 1", fmt::format("{}", rate));
    return {check.same(0)};
}

std::vector<TensorType> infer(const Attributes& attributes, std::span<const TensorInfo> inputs)
{
    return inferMasked("dropout", attributes, inputs);
}

std::vector<TensorType> inferBackward(const Attributes& attributes, std::span<const TensorInfo> inputs)
{
    return inferMasked("dropout_backward", attributes, inputs);
}

void gradient(GradientContext& context)
{
    context.give(
        0, context.emitter().emitOne(dropoutBackward, context.op().attributes, {context.outputGradient(0), context.input(1)}));
}

} // namespace

constinit const OpSpec dropout{.name = "dropout", .infer = infer, .gradient = gradient};
constinit const OpSpec dropoutBackward{.name = "dropout_backward", .infer = inferBackward};

} // namespace ops
} // namespace netsmith
