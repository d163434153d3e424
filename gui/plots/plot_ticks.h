#pragma once

#include "gui/plots/curve_series.h"
#include "gui/plots/plot_quantity.h"
#include "gui/plots/qcustomplot.h"

namespace netsmith::gui {

/// A quantity's value as text beside its curve: "0.0241", "99.2 %".
QString valueText(const PlotQuantity& quantity, double value);

/// Ticks of the horizontal axis: whole steps, epochs, or times at round seconds, minutes and hours.
QSharedPointer<QCPAxisTicker> ticksFor(CurveX axis, bool logarithmic);
/// Ticks of the vertical axis.
QSharedPointer<QCPAxisTicker> ticksFor(const PlotQuantity& quantity, bool logarithmic);

} // namespace netsmith::gui
