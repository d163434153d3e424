#pragma once

#include "gui/plots/curve_series.h"

namespace netsmith::gui {

/// What a curve shows in one column of pixels: enough to draw it as if every point had been (Jugel, Jerzak, Hackenbroich and Markl,
/// "M4: a visualization-oriented time series data aggregation", 2014), so that no peak ever vanishes.
struct CurveColumn {
    std::size_t column = 0;
    double first = 0.0;
    double last = 0.0;
    double least = 0.0;
    double greatest = 0.0;
};

/// The columns that hold finite values. Where one holds more points than a curve is smoothed over, their spread would fill a block
/// from column to column: there it is their mean, over as many points as make it a line, and how far they lie apart is left to the
/// band. `edges` are the columns' borders on the axis, rising, one more than there are columns.
std::vector<CurveColumn> curveColumns(const CurveSeries& series, CurveX axis, CurveTraceKind kind, std::span<const double> edges);

/// How far the measured values of a curve lie apart around a place of the axis.
struct CurveSpread {
    std::size_t column = 0;
    double low = 0.0; ///< the tenth percentile
    double high = 0.0; ///< the ninetieth
};

/// One for each column of the axis that has points near it. A column of few points looks at those beside it too, and of one of many
/// a sample of them is taken, so that a million points take no longer.
std::vector<CurveSpread> curveSpreads(const CurveSeries& series, CurveX axis, std::span<const double> edges);

} // namespace netsmith::gui
