#pragma once

#include "engine/report/curve_plot.h"
#include "engine/runs/run_curves.h"

namespace netsmith::report {

/// A diagram of the loss, of each metric and of a learning rate that changes, over the epochs: single steps, the epochs' means and
/// the validation. `judgedBy` marks the best epoch on its curve.
std::vector<Plot> plotsOf(const runs::RunCurves& curves, const std::string& judgedBy);
/// The same of several runs, the folds of a cross-validation: the validation of each, or its training where there is none.
std::vector<Plot> plotsOf(const std::vector<runs::RunCurves>& folds);

} // namespace netsmith::report
