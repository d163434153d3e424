#pragma once

#include "engine/graph/layer_spec.h"
#include "engine/graph/objective_spec.h"
#include "engine/graph/project.h"
#include "engine/graph/transform_spec.h"
#include "engine/graph/validation.h"
#include "engine/plan/logical_plan.h"

#include <algorithm>

namespace netsmith {

/// A field of the data set as the plan needs to know it, before any data is there.
struct FieldType {
    std::string name;
    Shape shape; ///< of one sample
    DataType type = DataType::u8;
    int classes = 0;
    std::int64_t stride = 0; ///< elements from the start of one sample to that of the next; 0: those of a sample
    /// Of numbers that are learned as (x − mean) / deviation, by the last axis or one for all; empty: as they are.
    std::vector<double> means{};
    std::vector<double> deviations{};
};

/// The registries a plan is built from; they outlive it.
struct Catalog {
    const LayerRegistry* layers = nullptr;
    const LossRegistry* losses = nullptr;
    const MetricRegistry* metrics = nullptr;
    const OptimizerRegistry* optimizers = nullptr;
    const TransformRegistry* transforms = nullptr;
};

struct PlanOptions {
    std::int64_t batch = 32;
    Precision precision = Precision::fp32;
    bool fuse = true;
    std::uint64_t seed = 1;
    /// Which programs; empty: those of a training. `update` brings those of a step with it. Without it there are no gradients of
    /// weights and no slots, and the network may have nothing to train.
    std::vector<std::string_view> programs{};
    /// The layers whose outputs `predict` and `input_gradients` keep, by node; the latter keeps what arrives there on the way back
    /// too.
    std::vector<std::string> observe{};

    bool has(std::string_view program) const
    {
        return programs.empty() ? program != netsmith::programs::inputGradients
                                : std::ranges::find(programs, program) != programs.end();
    }
};

/// The field an input layer reads.
std::string inputField(const Node& node, const LayerSpec& spec);

/// The node whose first output an objective judges, or null where that is not one node.
const Node* objectiveNode(const Graph& graph, const Objective& objective);

/// The first layer that goes on from the state in which a batch left it, or null.
const Node* statefulNode(const Graph& graph, const LayerRegistry& layers);

/// Validation of the graph and of what the training settings ask of it: losses, targets, metrics, data; all problems at once.
Validation validateProject(const Project& project, const Catalog& catalog, std::span<const FieldType> fields);

/// Lowers a valid project: programs `forward_backward`, `update`, `evaluate` and `predict`, or those that the options name.
/// The tables of parameters and statistics are the same whatever programs there are. Throws `plan.*` or the first error of
/// `validateProject`.
LogicalPlan buildPlan(const Project& project, const Catalog& catalog, std::span<const FieldType> fields,
                      const PlanOptions& options);

} // namespace netsmith
