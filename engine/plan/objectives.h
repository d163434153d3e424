#pragma once

#include "engine/graph/project.h"
#include "engine/plan/build_plan.h"
#include "engine/plan/network_lowering.h"

#include <span>
#include <vector>

namespace netsmith {

/// What an objective judges: the first output of its node.
TensorId objectiveOutput(const NetworkLowering::Outputs& outputs, const Project& project, const Catalog& catalog,
                         const Objective& objective);

/// What of a batch counts in an objective.
struct SampleCount {
    TensorId mask = noTensor; ///< of steps, where not all count
    TensorId samples = noTensor; ///< as many as the steps that count make up
    TensorId inverse = noTensor; ///< 1 over that, where there is a mask
};

/// What a batch is judged by.
struct ObjectiveTensors {
    std::vector<TensorId> losses; ///< one an objective
    std::vector<SampleCount> sampleCounts; ///< likewise
    TensorId penalty = noTensor; ///< what the weights add to the loss, where they do
    /// Of each objective its loss, its samples, then the sums of its metrics; the penalty where there is one.
    std::vector<TensorId> columns;
};

/// What counts in a batch of so many samples where `mask` says which steps do, or is `noTensor`. Objectives that share a mask count
/// the same; `others` are those before.
SampleCount emitSampleCount(Emitter& emitter, std::int64_t batch, TensorId mask, std::span<const SampleCount> others);

/// The weights of samples, 0 for the steps that don't count; `weights` or `mask` may be `noTensor`.
TensorId emitStepWeights(Emitter& emitter, TensorId weights, TensorId mask);

/// All gradients are divided by what counts in the first objective: its samples over those of another one, a scalar.
TensorId emitShareOf(Emitter& emitter, std::int64_t batch, const SampleCount& first, const SampleCount& other);

/// Whether trainable weights add to the loss.
bool hasPenalty(const Project& project, const Catalog& catalog);

/// What the weights of the plan add to the loss of a batch of so many samples.
TensorId emitPenalty(Emitter& emitter, std::int64_t batch, const LogicalPlan& plan, const NetworkLowering& network);

} // namespace netsmith
