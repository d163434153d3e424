#include "engine/ops/round.h"

#include "engine/ops/checks.h"
#include "engine/ops/gradient.h"

namespace netsmith {

std::string RoundAttributes::text() const
{
    return std::string(nameOf(to)) + (gradients ? " and back" : "");
}

namespace ops {
namespace {

std::vector<TensorType> infer(const Attributes& attributes, std::span<const TensorInfo> inputs)
{
    const InputCheck check("round", inputs, {"x"}, 1);
    check.expectType(0, {DataType::f32});
    const DataType to = static_cast<const RoundAttributes&>(attributes).to;
    check.expect(to == DataType::bf16 || to == DataType::f16, "bf16 or f16", nameOf(to));
    return {check.same(0)};
}

void gradient(GradientContext& context)
{
    const TensorId arrived = context.outputGradient(0);
    const bool rounds = context.op().as<RoundAttributes>().gradients;
    context.give(0, rounds ? context.emitter().emitOne(round, context.op().attributes, {arrived}) : arrived);
}

double flops(const Attributes&, std::span<const TensorInfo>, std::span<const TensorInfo> outputs)
{
    return static_cast<double>(outputs[0].shape.elements());
}

} // namespace

constinit const OpSpec round{.name = "round", .infer = infer, .gradient = gradient, .flops = flops};

} // namespace ops
} // namespace netsmith
