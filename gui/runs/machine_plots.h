#pragma once

#include "engine/runs/run_curves.h"
#include "gui/plots/plot_quantity.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace netsmith::gui {

class PlotPanel;

/// What is known of the machine of the runs in the plots: enough to say why a plot has no curve.
struct SeenMachine {
    bool samples = false; ///< any run has some
    bool live = false; ///< a run trains, and has none yet
    bool gpu = false; ///< the latest run trains on one
    bool operator==(const SeenMachine&) const = default;
};

/// Adds a run's samples of the machine and its marks.
void plotMachine(PlotPanel& plots, const std::string& run, const runs::RunCurves& points);
/// What can be shown of the machine of such runs.
std::vector<PlotQuantity> machinePlots(const SeenMachine& seen);
/// By id, why there may be nothing to show.
std::map<std::string, QString> machineAbsence(const SeenMachine& seen);

} // namespace netsmith::gui
