#pragma once

#include "engine/runs/run_curves.h"
#include "gui/plots/plot_quantity.h"

#include <span>
#include <string>
#include <vector>

namespace netsmith::gui {

class PlotPanel;

/// Hands what a run measured to the plots, which know nothing of training. True where a quantity was not in `measured` and is now.
bool plotPoints(PlotPanel& plots, const std::string& run, const runs::RunCurves& points, std::vector<std::string>& measured);
/// The plots for what was measured: loss first, then what else there is or will be; the learning rate within the first.
std::vector<PlotQuantity> plotsOf(std::span<const std::string> measured);

} // namespace netsmith::gui
