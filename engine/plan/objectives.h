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

/// What objectives are emitted of.
struct ObjectiveCall {
    const Project& project;
    const Catalog& catalog;
    const PlanOptions& options;
    const LogicalPlan& plan;
    NetworkLowering& network;
    BatchFields& fields;
};

/// The losses and metrics of a batch of the stream. `inputs` are what the network was given: it may have to give back just that.
ObjectiveTensors emitObjectives(Emitter& emitter, const ObjectiveCall& call, const NetworkLowering::Outputs& outputs,
                                std::string_view stream, std::map<std::string, BatchFields::Batch> inputs, TensorId counters);

/// All gradients are divided by what counts in the first objective: its samples over those of another one, a scalar.
TensorId emitShareOf(Emitter& emitter, std::int64_t batch, const SampleCount& first, const SampleCount& other);

/// Whether trainable weights add to the loss.
bool hasPenalty(const Project& project, const Catalog& catalog);

} // namespace netsmith
