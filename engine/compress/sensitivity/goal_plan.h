#pragma once

#include "engine/compress/sensitivity/sensitivity.h"

namespace netsmith::compress {

/// What a network is to become.
struct CompressionGoal {
    double flops = 0.5; ///< the share of them to remove
    std::optional<double> points{}; ///< that the judged value may lose, if it is in percent

    /// "flops:0.5", "flops:0.5,points:0.5". Throws `compress.plan_goal`, and what `requireShare` says.
    static CompressionGoal parsed(std::string_view text);
};

/// What a layer is to lose.
struct PlannedLayer {
    std::string layer;
    std::vector<std::string> tied{};
    std::int64_t channels = 0; ///< that compete
    std::int64_t removed = 0; ///< of them
    double drop = 0.0; ///< of the judged value, if this layer alone is pruned: see `DropCurve`
};

/// Shares for the layers that reach a goal, and what is expected of them.
struct GoalPlan {
    PruningOptions pruning{}; ///< the options of the sensitivity, with a share for each layer that loses channels
    Sensitivity sensitivity{};
    std::vector<PlannedLayer> layers{}; ///< of the sensitivity
    double budget = 0.0; ///< the drop that no layer exceeds alone
    NetworkSize before{};
    NetworkSize after{};
    double drop = 0.0; ///< the sum of the layers' drops
    /// The value without retraining, less that sum: a cautious estimate if layers that are pruned together lose no more than the
    /// sum of what each loses alone, which often holds but is not certain.
    double expected = 0.0;
    /// Whether the loss of points is expected to stay within the goal without retraining; nothing if the goal names none.
    std::optional<bool> holds{};
};

/// Chooses shares by `leastBudget`, with the FLOPs of the networks that they leave, so that layers which are tied or read each
/// other count as they are. Throws what `sensitivityOf` says, `compress.plan_points` if points are asked for of a value that is not
/// in percent, `compress.plan_flops` if the largest shares that were tried do not reach the goal.
GoalPlan goalPlan(const SavedRun& run, const CompressionGoal& goal, const SensitivityOptions& options);
/// The same for a sensitivity of channels that is known. Throws the same.
GoalPlan goalPlan(const SavedRun& run, const CompressionGoal& goal, Sensitivity sensitivity, const PruningOptions& pruning);

/// A plan, for programs.
Json planJson(const GoalPlan& plan);

} // namespace netsmith::compress
