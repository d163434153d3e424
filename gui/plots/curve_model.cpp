#include "gui/plots/curve_model.h"

#include <algorithm>
#include <vector>

namespace netsmith::gui {

CurveSeries& CurveModel::append(const Key& key, std::span<const CurvePoint> points)
{
    CurveSeries& series = m_series[key];
    if (key.kind == CurveKind::train)
        series.setSmoothing(m_smoothing);
    isOfMachine(key.kind) ? series.appendTimed(points) : series.append(points);
    return series;
}

const CurveSeries* CurveModel::find(const Key& key) const
{
    const auto found = m_series.find(key);
    return found == m_series.end() ? nullptr : &found->second;
}

bool CurveModel::hasRun(const std::string& run) const
{
    return std::ranges::any_of(m_series, [&](const auto& entry) { return entry.first.run == run; });
}

void CurveModel::removeRun(const std::string& run)
{
    std::erase_if(m_series, [&](const auto& entry) { return entry.first.run == run; });
}

void CurveModel::renameRun(const std::string& run, const std::string& id)
{
    std::vector<Key> keys;
    for (const auto& [key, series] : m_series)
        if (key.run == run)
            keys.push_back(key);
    for (const Key& key : keys) {
        auto series = m_series.extract(key);
        series.key().run = id;
        m_series.insert(std::move(series));
    }
}

void CurveModel::setSmoothing(double smoothing)
{
    m_smoothing = std::clamp(smoothing, 0.0, 0.999);
    for (auto& [key, series] : m_series)
        if (key.kind == CurveKind::train)
            series.setSmoothing(m_smoothing);
}

} // namespace netsmith::gui
