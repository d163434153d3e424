#pragma once

#include "gui/plots/qcustomplot.h"

namespace netsmith::gui {

/// Axes without lines and ticks: their numbers and the grid are enough.
void makeAxesPlain(QCustomPlot& plot);
/// A plot among other things on a page: as wide as there is room, with its labels close to its axes.
void placeOnPage(QCustomPlot& plot);
/// The theme's colours and fonts for the ground, the axes and the grid.
void wearTheme(QCustomPlot& plot);

} // namespace netsmith::gui
