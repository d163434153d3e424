#pragma once

#include "engine/plan/cached_features.h"
#include "engine/plan/checks/checked_project.h"
#include "engine/plan/checks/project_nodes.h"
#include "engine/plan/logical_plan.h"

#include <algorithm>

namespace netsmith {

/// Stands for all layers where some are to be observed; never a node's id.
inline constexpr std::string_view everyLayer = "*";

struct PlanOptions {
    std::int64_t batch = 32;
    Precision precision = Precision::fp32;
    bool fuse = true;
    std::uint64_t seed = 1;
    int ranks = 1; ///< that train together, each on its share of a step's samples: `batch` is that of this one
    std::int64_t batchOfAll = 0; ///< the samples of all ranks in a batch; 0: `ranks` times `batch`
    bool silent = false; ///< this rank has none of them: what it computes from another's sample does not count
    /// Which programs; empty: those of a training. `update` includes those of a step. Without it there are no weight gradients and
    /// no slots, and the network may have nothing to train.
    std::vector<std::string_view> programs{};
    /// The layers whose outputs `predict` and `input_gradients` keep, by node, or `everyLayer`; the latter also keeps their
    /// gradients.
    std::vector<std::string> observe{};
    /// Outputs of the frozen part that training and evaluation gather from the data; a training then also has the programs that
    /// compute them.
    std::vector<CachedFeature> features{};

    bool observes(const std::string& node) const
    {
        return std::ranges::any_of(observe, [&](const std::string& each) { return each == node || each == everyLayer; });
    }
    bool has(std::string_view program) const
    {
        return programs.empty() ? program != netsmith::programs::inputGradients
                                : std::ranges::find(programs, program) != programs.end();
    }
};

/// Lowers a project without errors: programs `forward_backward`, `update`, `evaluate` and `predict`, or those that the options
/// name. The tables of parameters and statistics are the same whatever programs there are. Throws `plan.*` or the project's first
/// error.
LogicalPlan buildPlan(const CheckedProject& project, const PlanOptions& options);

} // namespace netsmith
