#include "engine/runs/live_curves.h"

#include <algorithm>
#include <limits>
#include <span>

namespace netsmith::runs {
namespace {

/// One more value of each series.
void addValues(std::vector<RunCurves::Series>& series, const NamedValues& names, std::span<const double> values)
{
    series.resize(names.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
        series[i].name = names[i].first;
        series[i].values.push_back(values[i]);
    }
}

} // namespace

LiveCurves::LiveCurves(const train::StartEvent& event, double seconds)
    : m_stepsPerEpoch(std::max<std::int64_t>(event.stepsPerEpoch, 1))
    , m_batch(event.batch)
    , m_device(event.device)
    , m_seconds(seconds)
{
}

RunCurves LiveCurves::pointsOf(const train::StepEvent& event)
{
    RunCurves points;
    const auto count = static_cast<double>(event.steps.size());
    const double launch = count * static_cast<double>(m_batch) / std::max(event.samplesPerSecond, 1e-9);
    const double began = std::max(m_seconds, event.seconds - launch);
    m_seconds = event.seconds;
    double done = 0.0;
    for (const train::StepValues& step : event.steps) {
        addValues(points.steps.series, event.values, step.values);
        if (step.lossScale) {
            points.steps.lossScale.resize(points.steps.step.size(), std::numeric_limits<double>::quiet_NaN());
            points.steps.lossScale.push_back(*step.lossScale);
        }
        if (step.skipped)
            points.steps.skipped.push_back(step.step);
        points.steps.step.push_back(step.step);
        points.steps.epoch.push_back(static_cast<double>(step.step) / static_cast<double>(m_stepsPerEpoch));
        points.steps.seconds.push_back(began + (event.seconds - began) * ++done / count);
        points.steps.learningRate.push_back(step.learningRate);
        addValues(points.steps.groupRates, event.groupRates, step.groupRates);
    }
    return points;
}

RunCurves LiveCurves::pointsOf(const train::EpochEvent& event)
{
    RunCurves points;
    m_seconds = event.totalSeconds;
    std::vector<double> values;
    for (const auto& value : event.values)
        values.push_back(value.second);
    addValues(points.epochs.series, event.values, values);
    points.epochs.epoch.push_back(event.epoch);
    points.epochs.step.push_back(event.step);
    points.epochs.seconds.push_back(event.totalSeconds);
    if (event.best)
        points.bestEpoch = event.epoch;
    return points;
}

RunCurves LiveCurves::pointsOf(std::vector<TelemetryRow> rows) const
{
    RunCurves points;
    points.device = m_device;
    points.stepsPerEpoch = m_stepsPerEpoch;
    points.machine = std::move(rows);
    return points;
}

} // namespace netsmith::runs
