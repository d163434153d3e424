#include "gui/plots/curve_series.h"

#include <algorithm>
#include <cmath>

namespace netsmith::gui {

void CurveSeries::append(std::span<const CurvePoint> points)
{
    if (points.empty())
        return;
    truncate(firstAtOrBehind(CurveX::step, static_cast<double>(points.front().step)));
    const std::size_t first = size();
    for (const CurvePoint& point : points) {
        const auto step = static_cast<double>(point.step);
        if (!empty() && step <= m_steps.back())
            continue;
        add(point);
    }
    follow(first);
}

void CurveSeries::appendTimed(std::span<const CurvePoint> points)
{
    const std::size_t first = size();
    for (const CurvePoint& point : points)
        add(point);
    follow(first);
}

/// The axes must be ascending, since every search relies on it; times and epochs of a resumed run may overlap slightly.
void CurveSeries::add(const CurvePoint& point)
{
    const auto step = static_cast<double>(point.step);
    m_epochs.push_back(empty() ? point.epoch : std::max(point.epoch, m_epochs.back()));
    m_seconds.push_back(empty() ? point.seconds : std::max(point.seconds, m_seconds.back()));
    m_steps.push_back(empty() ? step : std::max(step, m_steps.back()));
    m_values.push_back(point.value);
}

void CurveSeries::setSmoothing(double smoothing)
{
    smoothing = std::clamp(smoothing, 0.0, 0.999);
    if (smoothing == m_smoothing)
        return;
    m_smoothing = smoothing;
    follow(0);
}

void CurveSeries::truncate(std::size_t size)
{
    if (size >= this->size())
        return;
    for (std::vector<double>* column : {&m_steps, &m_epochs, &m_seconds, &m_values, &m_smoothed})
        column->resize(size);
    follow(0);
}

void CurveSeries::follow(std::size_t first)
{
    if (first == 0) {
        m_average = 0.0;
        m_weight = 0.0;
        m_bestValue = {};
        m_bestSmoothed = {};
    }
    m_smoothed.resize(size());
    for (std::size_t i = first; i < size(); ++i) {
        const double value = m_values[i];
        if (!std::isfinite(value)) {
            m_smoothed[i] = value;
            continue;
        }
        m_average = m_smoothing * m_average + (1.0 - m_smoothing) * value;
        m_weight = m_smoothing * m_weight + (1.0 - m_smoothing);
        m_smoothed[i] = m_average / m_weight;
        m_bestValue.look(m_values, i);
        m_bestSmoothed.look(m_smoothed, i);
    }
    m_valueExtremes.update(m_values, first);
    m_smoothedExtremes.update(m_smoothed, first);
}

std::span<const double> CurveSeries::x(CurveX axis) const
{
    switch (axis) {
    case CurveX::step: return m_steps;
    case CurveX::epoch: return m_epochs;
    case CurveX::seconds: return m_seconds;
    }
    return m_steps;
}

std::size_t CurveSeries::firstAtOrBehind(CurveX axis, double x) const
{
    const std::span<const double> column = this->x(axis);
    return static_cast<std::size_t>(std::ranges::lower_bound(column, x) - column.begin());
}

std::optional<std::size_t> CurveSeries::nearest(CurveX axis, double x) const
{
    if (empty())
        return std::nullopt;
    const std::span<const double> column = this->x(axis);
    const std::size_t behind = std::min(firstAtOrBehind(axis, x), size() - 1);
    if (behind > 0 && x - column[behind - 1] < column[behind] - x)
        return behind - 1;
    return behind;
}

Extremes CurveSeries::extremes(CurveTraceKind kind, std::size_t begin, std::size_t end) const
{
    return (kind == CurveTraceKind::raw ? m_valueExtremes : m_smoothedExtremes).range(values(kind), begin, end);
}

void CurveSeries::Best::look(std::span<const double> values, std::size_t at)
{
    if (!lowest || values[at] < values[*lowest])
        lowest = at;
    if (!highest || values[at] > values[*highest])
        highest = at;
}

std::optional<std::size_t> CurveSeries::best(CurveTraceKind kind, Better better) const
{
    const Best& best = kind == CurveTraceKind::raw ? m_bestValue : m_bestSmoothed;
    switch (better) {
    case Better::lower: return best.lowest;
    case Better::higher: return best.highest;
    case Better::neither: break;
    }
    return std::nullopt;
}

} // namespace netsmith::gui
