#pragma once

#include "engine/runs/run_curves.h"
#include "gui/plots/plot_quantity.h"

#include <span>
#include <string>
#include <vector>

namespace netsmith::gui {

class PlotPanel;

/// Adds a run's measurements, and what it did to the machine, to the plots, which are independent of training. Returns true if a
/// quantity was added to `measured`.
bool plotPoints(PlotPanel& plots, const std::string& run, const runs::RunCurves& points, std::vector<std::string>& measured);
/// The plots of the measured quantities: loss first, then the others measured or to come; the learning rate as an inset of the
/// first.
std::vector<PlotQuantity> plotsOf(std::span<const std::string> measured);

} // namespace netsmith::gui
