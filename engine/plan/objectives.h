#pragma once

#include "engine/graph/project/project.h"
#include "engine/plan/build_plan.h"
#include "engine/plan/network_lowering.h"

#include <span>
#include <vector>

namespace netsmith {

/// What an objective applies to: the first output of its node.
TensorId objectiveOutput(const NetworkLowering::Outputs& outputs, const Project& project, const Catalog& catalog,
                         const Objective& objective);

/// What counts of a batch in an objective.
struct SampleCount {
    TensorId mask = noTensor; ///< the mask of steps, if not all count
    TensorId samples = noTensor; ///< as many as the valid steps make up
    TensorId inverse = noTensor; ///< 1 over that, where there is a mask
};

/// The losses and metrics of a batch.
struct ObjectiveTensors {
    std::vector<TensorId> losses; ///< one an objective
    std::vector<SampleCount> sampleCounts; ///< likewise
    TensorId penalty = noTensor; ///< the penalty of the weights, if any
    /// For each objective its loss, its samples, then the sums of its metrics; the penalty if there is one.
    std::vector<TensorId> columns;
};

/// What objectives are emitted from.
struct ObjectiveCall {
    const Project& project;
    const Catalog& catalog;
    const PlanOptions& options;
    const LogicalPlan& plan;
    NetworkLowering& network;
    BatchFields& fields;
};

/// The losses and metrics of a batch of the stream. `inputs` are the network's inputs, which may also be its targets.
ObjectiveTensors emitObjectives(Emitter& emitter, const ObjectiveCall& call, const NetworkLowering::Outputs& outputs,
                                std::string_view stream, std::map<std::string, BatchFields::Batch> inputs, TensorId counters);

/// All gradients are divided by the first objective's samples: this is the ratio of these to another one's, a scalar.
TensorId emitShareOf(Emitter& emitter, std::int64_t batch, const SampleCount& first, const SampleCount& other);

/// Whether trainable weights add to the loss.
bool hasPenalty(const Project& project, const Catalog& catalog);

} // namespace netsmith
