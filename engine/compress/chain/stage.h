#pragma once

#include "engine/compress/distill/distilled.h"
#include "engine/compress/factorize/factorized.h"
#include "engine/compress/pruning.h"
#include "engine/compress/quantization/mixed.h"
#include "engine/compress/sensitivity/goal_plan.h"
#include "engine/compress/weights/clusters.h"

#include <variant>

namespace netsmith::compress {

/// Weights that share values, see `sharing`.
struct ClusteringOptions {
    std::int64_t clusters = 16;
    std::vector<std::string> layers{}; ///< only these; within a block "BLOCK/LAYER"; empty: all with kernels or embeddings
};

/// Channels that are removed by a plan, see `goalPlan`.
struct PlanningOptions {
    CompressionGoal goal{};
    SensitivityOptions sensitivity{};
};

/// A student is taken from beside its teacher, see `withoutTeacher`.
struct GraduationOptions { };

/// What can be done to a network.
using Change = std::variant<PruningOptions, PlanningOptions, FactorizationOptions, SparsityOptions, ClusteringOptions,
                            QuantizationOptions, DistillationOptions, GraduationOptions>;

/// A change of a network, and the training after it.
struct Stage {
    Change change{};
    std::int64_t steps = 1; ///< of `SparsityOptions`: the share is reached in as many, each with a run and a training
    std::int64_t epochs = 0; ///< of the training; 0: none
};

/// "prune", by a plan or not, "factorize", "sparsify", "cluster", "quantize", "distill", by a student's training or its end:
/// what programs call it.
std::string_view idOf(const Change& change);

/// Throws what can be said before anything is done: no stages (`compress.what`), several steps without a training between them
/// (`compress.steps`), a gradual pruning without one (`compress.gradual_untrained`) or in steps (`compress.gradual_steps`), a
/// movement that is not gradual (`compress.movement`), a 2:4 pattern that is chosen otherwise (`compress.fours_options`), a
/// training of weights that share values (`compress.shared_training`) or were rounded to other numbers than integers of 8 bits
/// (`compress.format_training`), inputs of such (`compress.format`), and a student that is not trained
/// (`compress.untaught`).
void requireSensible(std::span<const Stage> stages);

} // namespace netsmith::compress
