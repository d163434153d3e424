#include "gui/plots/curve_columns.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace netsmith::gui {

namespace {

/// The mean of the smoothed values in and around [begin, end), over at least `least` points; nothing if none is finite. Neighbours
/// are so alike that a few of them represent all.
std::optional<double> meanAround(std::span<const double> values, std::size_t begin, std::size_t end, std::size_t reach,
                                 std::size_t least)
{
    if (end - begin < least) {
        const std::size_t more = (least - (end - begin)) / 2;
        begin -= std::min(begin, more);
        end = std::min(end + more, values.size());
    }
    double sum = 0.0, count = 0.0;
    for (std::size_t i = begin; i < end; i += std::max<std::size_t>(1, reach / 4))
        if (std::isfinite(values[i])) {
            sum += values[i];
            count += 1.0;
        }
    return count > 0.0 ? std::optional(sum / count) : std::nullopt;
}

} // namespace

std::vector<CurveColumn> curveColumns(const CurveSeries& series, CurveX axis, CurveTraceKind kind, std::span<const double> edges)
{
    std::vector<CurveColumn> out;
    if (edges.size() < 2)
        return out;
    const std::span<const double> values = series.values(kind);
    const bool isSmooth = kind == CurveTraceKind::smoothed && series.smoothing() > 0.0;
    const std::size_t reach = isSmooth ? static_cast<std::size_t>(std::lround(1.0 / (1.0 - series.smoothing()))) : values.size();
    constexpr std::size_t reachesInALine = 16;
    std::size_t begin = series.firstAtOrBehind(axis, edges.front());
    for (std::size_t column = 0; column + 1 < edges.size() && begin < values.size(); ++column) {
        const std::size_t end = series.firstAtOrBehind(axis, edges[column + 1]);
        const Extremes extremes = series.extremes(kind, begin, end);
        if (end - begin > reach) {
            if (const auto mean = meanAround(values, begin, end, reach, reachesInALine * reach))
                out.push_back({column, *mean, *mean, *mean, *mean});
        } else if (!extremes.empty()) {
            const double first = values[begin];
            const double last = values[end - 1];
            out.push_back({column, std::isfinite(first) ? first : extremes.least, std::isfinite(last) ? last : extremes.greatest,
                           extremes.least, extremes.greatest});
        }
        begin = end;
    }
    return out;
}

std::vector<CurveSpread> curveSpreads(const CurveSeries& series, CurveX axis, std::span<const double> edges)
{
    constexpr std::size_t leastPoints = 24, mostPoints = 60;
    std::vector<CurveSpread> out;
    const std::span<const double> values = series.values(CurveTraceKind::raw);
    std::vector<double> near;
    for (std::size_t column = 0; column + 1 < edges.size(); ++column) {
        std::size_t begin = series.firstAtOrBehind(axis, edges[column]);
        std::size_t end = series.firstAtOrBehind(axis, edges[column + 1]);
        if (begin == values.size() || end == 0)
            continue; // before the first point or after the last
        if (end - begin < leastPoints) {
            const std::size_t more = (leastPoints - (end - begin) + 1) / 2;
            begin -= std::min(begin, more);
            end = std::min(end + more, values.size());
        }
        near.clear();
        const std::size_t stride = std::max<std::size_t>(1, (end - begin) / mostPoints);
        for (std::size_t i = begin; i < end; i += stride)
            if (std::isfinite(values[i]))
                near.push_back(values[i]);
        if (near.empty())
            continue;
        const auto at = [&](double share) {
            const auto place = near.begin() + std::lround(share * static_cast<double>(near.size() - 1));
            std::ranges::nth_element(near, place);
            return *place;
        };
        out.push_back({column, at(0.1), at(0.9)});
    }
    return out;
}

} // namespace netsmith::gui
