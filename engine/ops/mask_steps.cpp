#include "engine/ops/mask_steps.h"

#include "engine/ops/checks.h"
#include "engine/ops/gradient.h"

namespace netsmith {

std::string_view nameOf(MaskedAs as)
{
    switch (as) {
    case MaskedAs::zero: return "zero";
    case MaskedAs::lowest: return "lowest";
    case MaskedAs::absent: return "absent";
    }
    return "?";
}

TensorId emitMaskSteps(Emitter& emitter, TensorId x, TensorId mask, MaskedAs as)
{
    return emitter.emitOne(ops::maskSteps, std::make_shared<MaskStepsAttributes>(as), {x, mask});
}

namespace ops {
namespace {

std::vector<TensorType> infer(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const InputCheck check("mask_steps", inputs, {"x", "mask"}, 2);
    const MaskedAs as = static_cast<const MaskStepsAttributes&>(base).as;
    if (check.type(0) != DataType::i32)
        check.expectFloating(0);
    else
        check.expect(as == MaskedAs::absent, "classes masked as absent", netsmith::nameOf(as));
    check.expectRankAtLeast(0, 2);
    check.expectShape(1, {check.shape(0)[0], check.shape(0)[1]});
    check.expectType(1, {DataType::f32});
    return {check.same(0)};
}

void gradient(GradientContext& context)
{
    if (context.op().as<MaskStepsAttributes>().as != MaskedAs::absent)
        context.give(0, emitMaskSteps(context.emitter(), context.outputGradient(0), context.input(1), MaskedAs::zero));
}

} // namespace

constinit const OpSpec maskSteps{.name = "mask_steps", .infer = infer, .gradient = gradient};

} // namespace ops
} // namespace netsmith
