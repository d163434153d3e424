#include "engine/ops/merge.h"

#include "engine/ops/checks.h"
#include "engine/ops/gradient.h"
#include "engine/ops/scale.h"

namespace netsmith {

std::string_view nameOf(Merge kind)
{
    switch (kind) {
    case Merge::subtract: return "subtract";
    case Merge::multiply: return "multiply";
    case Merge::maximum: return "maximum";
    case Merge::minimum: return "minimum";
    }
    return "?";
}

TensorId emitMerge(Emitter& emitter, Merge kind, TensorId a, TensorId b)
{
    return emitter.emitOne(ops::merge, std::make_shared<MergeAttributes>(kind), {a, b});
}

namespace ops {
namespace {

std::vector<TensorType> infer(const Attributes&, std::span<const TensorInfo> inputs)
{
    const InputCheck check("merge", inputs, {"a", "b"}, 2);
    check.expectFloating(0);
    check.expectShape(1, check.shape(0));
    check.expectType(1, {check.type(0)});
    return {check.same(0)};
}

void gradient(GradientContext& context)
{
    Emitter& emitter = context.emitter();
    const Merge kind = context.op().as<MergeAttributes>().kind;
    const TensorId dy = context.outputGradient(0);
    if (kind == Merge::subtract) {
        if (context.needs(0))
            context.give(0, dy);
        if (context.needs(1))
            context.give(1, emitScale(emitter, dy, -1.0));
    } else if (kind == Merge::multiply) {
        for (std::size_t i = 0; i < 2; ++i)
            if (context.needs(i))
                context.give(i, emitMerge(emitter, Merge::multiply, dy, context.input(1 - i)));
    } else {
        const auto gradients = emitter.emit(mergeBackward, context.op().attributes, {context.input(0), context.input(1), dy});
        for (std::size_t i = 0; i < 2; ++i)
            if (context.needs(i))
                context.give(i, gradients[i]);
    }
}

std::vector<TensorType> inferBackward(const Attributes& attributes, std::span<const TensorInfo> inputs)
{
    const InputCheck check("merge_backward", inputs, {"a", "b", "dy"}, 3);
    check.expectFloating(0);
    for (const std::size_t i : {1, 2}) {
        check.expectShape(i, check.shape(0));
        check.expectType(i, {check.type(0)});
    }
    const Merge kind = static_cast<const MergeAttributes&>(attributes).kind;
    check.expect(kind == Merge::maximum || kind == Merge::minimum, "maximum/minimum", netsmith::nameOf(kind));
    return {check.same(0), check.same(0)};
}

double flops(const Attributes&, std::span<const TensorInfo>, std::span<const TensorInfo> outputs)
{
    return static_cast<double>(outputs[0].shape.elements());
}

} // namespace

constinit const OpSpec merge{
    .name = "merge", .infer = infer, .gradient = gradient, .flops = flops, .precision = PrecisionRule::promote};
constinit const OpSpec mergeBackward{.name = "merge_backward", .infer = inferBackward, .flops = flops};

} // namespace ops
} // namespace netsmith
