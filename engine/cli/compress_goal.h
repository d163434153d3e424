#pragma once

#include "engine/cli/terminal/signals.h"
#include "engine/compress/sensitivity/goal_plan.h"
#include "engine/train/evaluation.h"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace netsmith::cli {

class Console;

/// The options of `compress` that look at each layer alone.
struct LayerOptions {
    bool sensitivity = false;
    std::string of{idOf(compress::SensitivityOf::channels)};
    std::vector<double> shares = compress::SensitivityOptions().shares;
    std::string goal; ///< empty: none
};
void addLayerOptions(CLI::App& command, LayerOptions& options);

/// Prints what each layer alone is worth to a run, and writes nothing. `samples`: of validation.
int showSensitivity(Console& console, const std::filesystem::path& run, const std::string& device, const LayerOptions& options,
                    const compress::PruningOptions& pruning, std::int64_t samples);

/// Finds and prints a plan for a goal: its `pruning` is what to do.
compress::GoalPlan planned(Console& console, const SavedRun& run, const LayerOptions& options,
                           const compress::PruningOptions& pruning, std::int64_t samples);

/// Prints what was expected of a plan beside what became of it: `values` of the pruned network, and of the retrained one if it was.
void showOutcome(Console& console, const compress::GoalPlan& plan, const NamedValues& original, const NamedValues& pruned,
                 const std::optional<NamedValues>& retrained);

} // namespace netsmith::cli
