#include "gui/plots/curve_columns.h"

#include <cmath>

namespace netsmith::gui {

std::vector<CurveColumn> curveColumns(const CurveSeries& series, CurveX axis, CurveTraceKind kind, std::span<const double> edges)
{
    std::vector<CurveColumn> out;
    if (edges.size() < 2)
        return out;
    const std::span<const double> values = series.values(kind);
    std::size_t begin = series.firstAtOrBehind(axis, edges.front());
    for (std::size_t column = 0; column + 1 < edges.size() && begin < values.size(); ++column) {
        const std::size_t end = series.firstAtOrBehind(axis, edges[column + 1]);
        const Extremes extremes = series.extremes(kind, begin, end);
        if (!extremes.empty()) {
            const double first = values[begin];
            const double last = values[end - 1];
            out.push_back({column, std::isfinite(first) ? first : extremes.least, std::isfinite(last) ? last : extremes.greatest,
                           extremes.least, extremes.greatest});
        }
        begin = end;
    }
    return out;
}

} // namespace netsmith::gui
