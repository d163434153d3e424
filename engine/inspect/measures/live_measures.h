#pragma once

#include "engine/inspect/measures/layer_probe.h"
#include "engine/train/trainer/live_run.h"

#include <memory>

namespace netsmith::inspect {

/// Measures a run's layers again and again while it trains, in the hook between its launches: what a step does to the weights, and
/// in turn the times and the units. Twice a second, or less often where that would take more than a hundredth of the time.
class LiveMeasures {
public:
    /// `peak`: see `StepMeasures`.
    explicit LiveMeasures(double peak)
        : m_peak(peak)
    {
    }

    /// Called before a launch with the order for it; returns the order to follow, which may be for a single step.
    train::LaunchOrder between(train::LiveRun& run, train::LaunchOrder order);
    /// A step was ordered to be measured, and is not yet.
    bool isInStep() const { return m_probe && m_probe->isInStep(); }
    /// Measures that step, if there is one, and at once what needs none: for a run that is paused. The rest is what was measured
    /// last.
    void measure(train::LiveRun& run);
    /// The next call measures again without waiting.
    void hurry() { m_waits = 0.0; }

    /// Null until the first measurement; another object after each.
    const std::shared_ptr<const StepMeasures>& latest() const { return m_latest; }

private:
    LayerProbe& probe(train::LiveRun& run);
    ObservedNetwork* observed(train::LiveRun& run);
    void look(ObservedNetwork& network);
    enum class Part { times, units, all };
    void take(train::LiveRun& run, Part part);

    double m_peak;
    std::optional<LayerProbe> m_probe;
    std::optional<Error> m_unobservable;
    std::shared_ptr<const StepMeasures> m_latest;
    train::Stopwatch m_since; ///< the last measurement
    double m_waits = 0.0; ///< seconds between two
    double m_spent = 0.0; ///< for the current one so far
    bool m_looksAtUnits = true; ///< the last one did: they take turns with the times
};

} // namespace netsmith::inspect
