#pragma once

#include "engine/cli/terminal/signals.h"
#include "engine/compress/quantization/mixed.h"
#include "engine/compress/sensitivity/goal_plan.h"
#include "engine/train/evaluation.h"

#include <string>
#include <vector>

namespace netsmith::cli {

class Console;

/// Prints what each layer alone is worth to a run, and writes nothing.
void showSensitivity(Console& console, const compress::Sensitivity& found);

/// Prints a plan, and what is expected of it.
void showPlan(Console& console, const compress::GoalPlan& plan);

/// Prints which layers stay in floats, and why.
void showMixed(Console& console, const compress::MixedPlan& plan);

/// Prints what was expected of a plan beside what became of it: the values of the whole network, of the pruned one, and of the
/// retrained one if it was.
void showOutcome(Console& console, const compress::GoalPlan& plan, const NamedValues& original, const NamedValues& pruned,
                 const std::optional<NamedValues>& retrained);

} // namespace netsmith::cli
