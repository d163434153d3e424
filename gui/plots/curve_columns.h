#pragma once

#include "gui/plots/curve_series.h"

namespace netsmith::gui {

/// What a curve shows in one column of pixels: enough to draw it as if every point had been drawn (Jugel, Jerzak, Hackenbroich and
/// Markl, "M4: a visualization-oriented time series data aggregation", 2014), so that no peak is lost.
struct CurveColumn {
    std::size_t column = 0;
    double first = 0.0;
    double last = 0.0;
    double least = 0.0;
    double greatest = 0.0;
};

/// The columns that hold finite values. If a column holds more points than the smoothing covers, their spread would fill a block
/// from column to column: the column is then their mean, over enough points for a clear line, and the spread is left to the band.
/// `edges`: the columns' borders on the axis, ascending, one more than there are columns.
std::vector<CurveColumn> curveColumns(const CurveSeries& series, CurveX axis, CurveTraceKind kind, std::span<const double> edges);

/// How far a curve's raw values are spread around a position of the axis.
struct CurveSpread {
    std::size_t column = 0;
    double low = 0.0; ///< the tenth percentile
    double high = 0.0; ///< the ninetieth
};

/// One for each column of the axis that has points near it. A column of few points includes its neighbours, and one of many is
/// sampled, so that a million points take no longer.
std::vector<CurveSpread> curveSpreads(const CurveSeries& series, CurveX axis, std::span<const double> edges);

} // namespace netsmith::gui
