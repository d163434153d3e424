#include "engine/inspect/explanations/op_explainers.h"
#include "engine/inspect/explanations/plane.h"
#include "engine/ops/concat.h"
#include "engine/ops/constant.h"
#include "engine/ops/embedding.h"
#include "engine/ops/mask_steps.h"
#include "engine/ops/pad.h"
#include "engine/ops/token_mask.h"
#include "engine/ops/transpose.h"

namespace netsmith::inspect::explain {
namespace {

/// The number at `at` of an input, which is explained first.
double moved(OpCall& call, std::size_t input, std::int64_t at)
{
    const double result = call.in(input, at);
    if (!call.step)
        return result;
    call.step->kind = StepKind::move;
    call.addOperand(input);
    call.step->terms.push_back(call.term(input, at));
    call.step->count = 1;
    call.step->window = cellPicture(call.step->operands[0].shape, call.step->terms[0].at,
                                    [&](std::int64_t element) { return call.in(input, element); });
    call.follow(input, at);
    return result;
}

} // namespace

double view(OpCall& call)
{
    return moved(call, 0, call.element);
}

double transpose(OpCall& call)
{
    const std::vector<int>& order = call.as<TransposeAttributes>().order;
    const Place at = unravelled(call.element, call.outputShape());
    Place from(at.size());
    for (std::size_t axis = 0; axis < at.size(); ++axis)
        from[static_cast<std::size_t>(order[axis])] = at[axis];
    return moved(call, 0, ravelled(from, call.shape(0)));
}

double pad(OpCall& call)
{
    Place from = unravelled(call.element, call.outputShape());
    for (std::size_t axis = 0; axis < from.size(); ++axis)
        from[axis] -= call.as<PadAttributes>().before[axis];
    if (const std::int64_t at = ravelled(from, call.shape(0)); at >= 0)
        return moved(call, 0, at);
    if (call.step) {
        call.step->kind = StepKind::move;
        call.addOperand(0);
        from.erase(from.begin()); // the batch
        const Shape sample = call.shape(0).withoutBatch();
        call.step->window = cellPicture(sample, from, [&](std::int64_t element) { return call.in(0, element); });
        call.step->terms.push_back({.at = from, .isOutside = true});
        call.step->count = 1;
    }
    return 0.0;
}

double concat(OpCall& call)
{
    const auto axis = static_cast<std::size_t>(call.as<ConcatAttributes>().axis);
    Place from = unravelled(call.element, call.outputShape());
    std::size_t input = 0;
    while (input + 1 < call.op.inputs.size() && from[axis] >= call.shape(input)[static_cast<int>(axis)])
        from[axis] -= call.shape(input++)[static_cast<int>(axis)];
    return moved(call, input, ravelled(from, call.shape(input)));
}

double slice(OpCall& call)
{
    const auto& attributes = call.as<SliceAttributes>();
    Place from = unravelled(call.element, call.outputShape());
    from[static_cast<std::size_t>(attributes.axis)] += attributes.begin;
    return moved(call, 0, ravelled(from, call.shape(0)));
}

double maskSteps(OpCall& call)
{
    const auto& attributes = call.as<MaskStepsAttributes>();
    const std::int64_t steps = call.shape(1)[1], width = call.outputShape().elements() / steps;
    std::int64_t valid = 0;
    for (std::int64_t t = 0; t < steps; ++t)
        valid += call.in(1, t) != 0.0;
    const bool isSpared = valid == 0 && attributes.sparesEmpty();
    if (isSpared || call.in(1, call.element / width) != 0.0)
        return moved(call, 0, call.element);
    if (call.step) {
        (void)moved(call, 0, call.element);
        call.step->terms[0].isOutside = true;
    }
    return maskedNumber(attributes.as);
}

double lengthMask(OpCall& call)
{
    const double length = call.in(0, 0);
    if (call.step) {
        call.step->kind = StepKind::combination;
        call.step->function = "length";
        call.addOperand(0);
        call.step->terms.push_back(call.term(0, 0));
        call.step->count = 1;
    }
    return static_cast<double>(call.element) < length ? 1.0 : 0.0;
}

double tokenMask(OpCall& call)
{
    const double id = moved(call, 0, call.element);
    return id == static_cast<double>(call.as<TokenMaskAttributes>().padding) ? 0.0 : 1.0;
}

double constant(OpCall& call)
{
    const double value = call.as<ConstantAttributes>().value;
    if (call.step) {
        call.step->kind = StepKind::move;
        call.step->terms.push_back({.at = call.step->at, .input = value, .value = value});
        call.step->count = 1;
    }
    return value;
}

double embedding(OpCall& call)
{
    const std::int64_t size = call.shape(0)[1], rows = call.shape(0)[0];
    const std::int64_t place = call.element / size, column = call.element % size;
    const double id = call.in(1, place);
    const std::int64_t row = embeddingRow(static_cast<float>(id), rows);
    const double result = call.in(0, row * size + column);
    if (!call.step)
        return result;
    ExplainedStep& step = *call.step;
    step.kind = StepKind::lookup;
    call.addOperand(1);
    call.addOperand(0);
    Term term = call.term(1, place);
    term.weightAt = {row, column};
    term.factor = result;
    term.value = result;
    step.terms.push_back(std::move(term));
    step.count = 1;
    // Some rows around it, as a table has them.
    constexpr std::int64_t around = 5;
    const std::int64_t shown = std::min(rows, 2 * around + 1), first = std::clamp<std::int64_t>(row - around, 0, rows - shown);
    WindowPicture picture;
    picture.plane =
        planeAround(shown, size, 0, column, [&](std::int64_t r, std::int64_t c) { return call.in(0, (first + r) * size + c); });
    picture.plane.top = first;
    picture.plane.height = rows;
    picture.vertical = {.first = row, .outputs = rows, .output = row};
    picture.horizontal = {.first = 0, .size = size, .outputs = size, .output = column};
    step.window = std::move(picture);
    return result;
}

} // namespace netsmith::inspect::explain
