#include "engine/plan/objectives.h"

#include "engine/ops/add.h"
#include "engine/ops/constant.h"
#include "engine/ops/count_steps.h"
#include "engine/ops/merge.h"
#include "engine/ops/objective_call.h"
#include "engine/ops/scale.h"
#include "engine/ops/stop_gradient.h"
#include "engine/ops/target_weights.h"
#include "engine/ops/weight_penalty.h"
#include "engine/plan/trained_parameters.h"

#include <algorithm>

namespace netsmith {
namespace {

/// What counts in a batch with `mask`, or without if it is `noTensor`. Objectives that share a mask count the same; `others` are
/// the previous ones.
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

/// The weights of samples, 0 for masked steps; `weights` or `mask` may be `noTensor`.
TensorId emitStepWeights(Emitter& emitter, TensorId weights, TensorId mask)
{
    if (weights == noTensor || mask == noTensor)
        return weights == noTensor ? mask : weights;
    auto attributes = std::make_shared<TargetWeightsAttributes>();
    attributes->classWeights = {0.0, 1.0}; // the mask's own numbers
    attributes->rows = false;
    return emitter.emitOne(ops::targetWeights, std::move(attributes), {mask, weights});
}

/// The penalty that the plan's weights add to the loss of a batch.
TensorId emitPenalty(Emitter& emitter, std::int64_t batch, const LogicalPlan& plan, const NetworkLowering& network)
{
    TensorId sum = noTensor;
    for (const Segment& segment : plan.parameters.segments) {
        if (!segment.isPenalized())
            continue;
        emitter.setOrigin({layerOf(segment)});
        const auto& [l1, l2] = segment.penalty;
        const TensorId part =
            emitter.emitOne(ops::weightPenalty, std::make_shared<WeightPenaltyAttributes>(l1, l2, static_cast<double>(batch)),
                            {network.tensorOf(segment)});
        sum = sum == noTensor ? part : emitAdd(emitter, sum, part);
    }
    return sum != noTensor ? sum : emitter.emitOne(ops::constant, std::make_shared<ConstantAttributes>(0.0), {});
}

TensorId firstOutput(const NetworkLowering::Outputs& outputs, const Catalog& catalog, const Node& node)
{
    return outputs.at({node.id, catalog.layers->find(node.layer)->outputs[0].name});
}

/// The target of an output.
struct Target {
    BatchFields::Batch batch;
    FieldType field; ///< what its numbers are
};

Target targetOf(Emitter& emitter, const ObjectiveCall& call, const Objective& objective, const NetworkLowering::Outputs& outputs,
                TensorId predicted, std::string_view stream, std::map<std::string, BatchFields::Batch>& inputs, TensorId counters)
{
    if (objective.learnsField()) {
        const FieldType& field = call.fields.named(objective.target);
        // A field that is an input too is gathered once, unless it enters as something else: a class as a number, a number as a
        // vector.
        const bool isSame = field.classes == 0 && field.shape.rank() > 0;
        const std::string key = isSame ? objective.target : "target " + objective.target;
        if (!inputs.contains(key))
            inputs[key] = call.fields.target(emitter, stream, field, counters);
        return {inputs[key], field};
    }
    if (objective.targetValue) {
        auto value = std::make_shared<ConstantAttributes>(*objective.targetValue, emitter.shape(predicted));
        return {{emitter.emitOne(ops::constant, std::move(value), {}), noTensor}, {}};
    }
    const TensorId told = firstOutput(outputs, call.catalog, *call.project.graph.find(objective.targetLayer));
    return {{emitStopGradient(emitter, told), call.network.maskOf(told)}, {}};
}

} // namespace

TensorId objectiveOutput(const NetworkLowering::Outputs& outputs, const Project& project, const Catalog& catalog,
                         const Objective& objective)
{
    return firstOutput(outputs, catalog, *objectiveNode(project.graph, objective));
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
        const auto penalized = [&](WeightKind kind) { return penaltyOf(kind, node.parameters).isSet(); };
        return node.shares.empty() && weightOptionsOf(node.parameters).trainable && std::ranges::any_of(spec.weights, penalized);
    });
}

ObjectiveTensors emitObjectives(Emitter& emitter, const ObjectiveCall& call, const NetworkLowering::Outputs& outputs,
                                std::string_view stream, std::map<std::string, BatchFields::Batch> inputs, TensorId counters)
{
    ObjectiveTensors all;
    const std::int64_t batch = call.options.batch;
    for (const Objective& objective : call.project.training.objectives) {
        const TensorId predicted = objectiveOutput(outputs, call.project, call.catalog, objective);
        emitter.setOrigin({objectiveNode(call.project.graph, objective)->id});
        const Target target = targetOf(emitter, call, objective, outputs, predicted, stream, inputs, counters);
        // The mask of the network's output, or else that of the target.
        const TensorId told = call.network.maskOf(predicted);
        const TensorId mask = told != noTensor ? told : target.batch.mask;
        TensorId weights = noTensor;
        if (!objective.sampleWeight.empty())
            weights = call.fields.gather(emitter, stream, call.fields.named(objective.sampleWeight), false, counters);
        weights = emitStepWeights(emitter, weights, mask);
        LossCall loss(emitter, predicted, BatchFields::learned(emitter, target.batch.values, target.field), call.options.fuse,
                      target.field.classes, weights);
        call.catalog.losses->find(objective.loss.id)->lower(objective.loss.parameters, loss);
        all.losses.push_back(loss.sum());
        all.columns.push_back(loss.sum());
        all.sampleCounts.push_back(emitSampleCount(emitter, batch, mask, all.sampleCounts));
        all.columns.push_back(all.sampleCounts.back().samples);
        const TensorId shown = BatchFields::inOwnUnits(emitter, predicted, target.field);
        for (const Component& metric : objective.metrics) {
            LossCall measured(emitter, shown, target.batch.values, call.options.fuse, target.field.classes, mask);
            call.catalog.metrics->find(metric.id)->lower(metric.parameters, measured);
            all.columns.push_back(measured.sum());
        }
    }
    if (hasPenalty(call.project, call.catalog)) {
        all.penalty = emitPenalty(emitter, batch, call.plan, call.network);
        if (all.sampleCounts[0].mask != noTensor)
            all.penalty = emitMerge(emitter, Merge::multiply, all.penalty, emitShareOf(emitter, batch, all.sampleCounts[0], {}));
        all.columns.push_back(all.penalty);
    }
    return all;
}

} // namespace netsmith
