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

/// The columns that hold finite values. `edges` are the columns' borders on the axis, rising, one more than there are columns.
std::vector<CurveColumn> curveColumns(const CurveSeries& series, CurveX axis, CurveTraceKind kind, std::span<const double> edges);

} // namespace netsmith::gui
