#include "engine/plan/step_sums.h"

#include "engine/ops/all_reduce.h"
#include "engine/ops/gradient_steps.h"
#include "engine/ops/scale.h"

#include <algorithm>

namespace netsmith {
namespace {

TensorId add(LogicalPlan& plan, const Shape& shape, Role role, Arena arena = Arena::none)
{
    plan.tensors.push_back({"", shape, DataType::f32, role, arena, -1});
    return static_cast<TensorId>(plan.tensors.size()) - 1;
}

/// New tensors for the columns, and which of them are the losses and the penalty.
ObjectiveTensors sumsOf(LogicalPlan& plan, const ObjectiveTensors& parts)
{
    ObjectiveTensors sums;
    for (const TensorId column : parts.columns) {
        sums.columns.push_back(add(plan, plan.tensor(column).shape, Role::activation));
        if (std::ranges::find(parts.losses, column) != parts.losses.end())
            sums.losses.push_back(sums.columns.back());
        if (column == parts.penalty)
            sums.penalty = sums.columns.back();
    }
    return sums;
}

std::vector<TensorId> joined(std::vector<TensorId> first, std::span<const TensorId> then)
{
    first.insert(first.end(), then.begin(), then.end());
    return first;
}

} // namespace

ObjectiveTensors emitAddAccumulated(Emitter& emitter, LogicalPlan& plan, TensorId gradients, TensorId accumulated,
                                    const ObjectiveTensors& last)
{
    const TensorId kept = add(plan, {plan.parameters.elements}, Role::arena, Arena::accumulated);
    ObjectiveTensors sums = sumsOf(plan, last);
    std::vector<TensorId> inputs = joined({gradients, kept}, last.columns), outputs = joined({gradients}, sums.columns);
    inputs.push_back(accumulated);
    outputs.push_back(accumulated);
    emitter.emitInto(ops::addAccumulated, noAttributes(), std::move(inputs), std::move(outputs));
    return sums;
}

ObjectiveTensors emitSilence(Emitter& emitter, LogicalPlan& plan, TensorId gradients, const ObjectiveTensors& own)
{
    ObjectiveTensors none = sumsOf(plan, own);
    const auto times0 = [&](TensorId from, TensorId to) {
        emitter.emitInto(ops::scale, std::make_shared<ScaleAttributes>(0.0), {from}, {to});
    };
    times0(gradients, gradients);
    for (std::size_t i = 0; i < own.columns.size(); ++i)
        times0(own.columns[i], none.columns[i]);
    return none;
}

ObjectiveTensors emitAddRanks(Emitter& emitter, LogicalPlan& plan, TensorId gradients, const ObjectiveTensors& own)
{
    ObjectiveTensors sums = sumsOf(plan, own);
    emitter.emitInto(ops::allReduce, std::make_shared<AllReduceAttributes>(false), joined({gradients}, own.columns),
                     joined({gradients}, sums.columns));
    return sums;
}

void emitAverageStatistics(Emitter& emitter, LogicalPlan& plan)
{
    std::vector<TensorId> staged;
    for (const Segment& segment : plan.statistics.segments)
        if (segment.kept == Kept::always) {
            staged.push_back(add(plan, {segment.elements()}, Role::arena, Arena::staged));
            plan.tensors.back().offset = segment.offset;
        }
    if (!staged.empty())
        emitter.emitInto(ops::allReduce, std::make_shared<AllReduceAttributes>(true), staged, staged);
}

} // namespace netsmith
