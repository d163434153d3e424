#pragma once

#include "engine/cli/command_line.h"
#include "engine/train/evaluation.h"

namespace netsmith::cli {

/// What `evaluate` adds to its values.
struct EvaluationDetails {
    int worst = 10; ///< mistakes to show
    std::string output; ///< the folder for tables; empty: none
};

/// Shows what is predicted for which samples: classes, the most common confusions, calibration, the worst mistakes; or the errors
/// of numbers.
void tellDetails(Console& console, const std::string& run, const train::EvaluateOptions& options, const EvaluationDetails& details);

} // namespace netsmith::cli
