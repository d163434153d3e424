#include "engine/plan/objectives.h"

#include "engine/ops/add.h"
#include "engine/ops/constant.h"
#include "engine/ops/count_steps.h"
#include "engine/ops/merge.h"
#include "engine/ops/scale.h"
#include "engine/ops/target_weights.h"
#include "engine/ops/weight_penalty.h"

#include <algorithm>

namespace netsmith {

TensorId objectiveOutput(const NetworkLowering::Outputs& outputs, const Project& project, const Catalog& catalog,
                         const Objective& objective)
{
    const Node& node = *objectiveNode(project.graph, objective);
    return outputs.at({node.id, catalog.layers->find(node.layer)->outputs[0].name});
}

SampleCount emitSampleCount(Emitter& emitter, std::int64_t batch, TensorId mask, std::span<const SampleCount> others)
{
    if (mask == noTensor) {
        const double samples = static_cast<double>(batch);
        return {.samples = emitter.emitOne(ops::constant, std::make_shared<ConstantAttributes>(samples), {})};
    }
    const auto same = std::ranges::find(others, mask, &SampleCount::mask);
    if (same != others.end())
        return *same;
    const std::vector<TensorId> counts = emitter.emit(ops::countSteps, noAttributes(), {mask});
    return {.mask = mask, .samples = counts[0], .inverse = counts[1]};
}

TensorId emitStepWeights(Emitter& emitter, TensorId weights, TensorId mask)
{
    if (weights == noTensor || mask == noTensor)
        return weights == noTensor ? mask : weights;
    auto attributes = std::make_shared<TargetWeightsAttributes>();
    attributes->classWeights = {0.0, 1.0}; // the mask's own numbers
    attributes->rows = false;
    return emitter.emitOne(ops::targetWeights, std::move(attributes), {mask, weights});
}

TensorId emitShareOf(Emitter& emitter, std::int64_t batch, const SampleCount& first, const SampleCount& other)
{
    return other.mask == noTensor ? emitScale(emitter, first.samples, 1.0 / static_cast<double>(batch))
                                  : emitMerge(emitter, Merge::multiply, first.samples, other.inverse);
}

bool hasPenalty(const Project& project, const Catalog& catalog)
{
    return std::ranges::any_of(project.graph.nodes, [&](const Node& node) {
        const LayerSpec& spec = *catalog.layers->find(node.layer);
        const WeightOptions options = weightOptionsOf(spec.weights, node.parameters);
        return node.shares.empty() && options.trainable && (options.l1 > 0.0 || options.l2 > 0.0);
    });
}

TensorId emitPenalty(Emitter& emitter, std::int64_t batch, const LogicalPlan& plan, const NetworkLowering& network)
{
    TensorId sum = noTensor;
    for (const Segment& segment : plan.parameters.segments) {
        if (!segment.isPenalized())
            continue;
        emitter.setOrigin({segment.id.substr(0, segment.id.find('.'))});
        const TensorId part = emitter.emitOne(
            ops::weightPenalty, std::make_shared<WeightPenaltyAttributes>(segment.l1, segment.l2, static_cast<double>(batch)),
            {network.tensorOf(segment)});
        sum = sum == noTensor ? part : emitAdd(emitter, sum, part);
    }
    return sum != noTensor ? sum : emitter.emitOne(ops::constant, std::make_shared<ConstantAttributes>(0.0), {});
}

} // namespace netsmith
