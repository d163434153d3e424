#pragma once

#include "engine/runs/run_curves.h"
#include "engine/train/trainer/events.h"

namespace netsmith::runs {

/// A run's curves while it trains: what each event of the training adds to them.
class LiveCurves {
public:
    LiveCurves() = default;
    /// `seconds`: of earlier training, for a resumed run.
    explicit LiveCurves(const train::StartEvent& event, double seconds = 0.0);

    /// The steps of a launch; its time is spread over them.
    RunCurves pointsOf(const train::StepEvent& event);
    RunCurves pointsOf(const train::EpochEvent& event);
    RunCurves pointsOf(std::vector<TelemetryRow> rows) const;

private:
    std::int64_t m_stepsPerEpoch = 1;
    std::int64_t m_batch = 1;
    std::string m_device;
    double m_seconds = 0.0; ///< of training when the last event came
};

} // namespace netsmith::runs
