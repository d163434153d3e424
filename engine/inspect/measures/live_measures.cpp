#include "engine/inspect/measures/live_measures.h"

#include <algorithm>
#include <new>

namespace netsmith::inspect {
namespace {

constexpr double interval = 0.5; // seconds
constexpr double share = 0.01; // of the time, at most
constexpr double longWait = 60.0; // seconds

} // namespace

LayerProbe& LiveMeasures::probe(train::LiveRun& run)
{
    if (!m_probe)
        m_probe.emplace(run.setup(), run.loop(), m_peak);
    return *m_probe;
}

/// Compiled once, which is no part of what a measurement costs. Null if that is impossible.
ObservedNetwork* LiveMeasures::observed(train::LiveRun& run)
{
    if (m_unobservable)
        return nullptr;
    try {
        return &run.observed();
    } catch (const Error& error) {
        m_unobservable = error; // it would fail each time
        probe(run).setUnobserved(error.message());
        return nullptr;
    }
}

train::LaunchOrder LiveMeasures::between(train::LiveRun& run, train::LaunchOrder order)
{
    LayerProbe& probe = this->probe(run);
    const train::Stopwatch watch;
    if (probe.isInStep()) {
        probe.endStep();
        m_spent += watch.seconds();
        m_looksAtUnits = !m_looksAtUnits;
        take(run, m_looksAtUnits ? Part::units : Part::times);
        return order;
    }
    if (run.position().validating || m_since.seconds() < m_waits)
        return order;
    try {
        probe.beginStep();
    } catch (const std::bad_alloc&) { // no memory for the weights now
        m_since = train::Stopwatch();
        m_waits = longWait;
        return order;
    }
    m_spent = watch.seconds();
    return {1};
}

void LiveMeasures::measure(train::LiveRun& run)
{
    if (LayerProbe& probe = this->probe(run); probe.isInStep())
        probe.endStep();
    m_spent = 0.0;
    take(run, Part::all);
}

/// Memory that is short ends the looking, not the run.
void LiveMeasures::look(ObservedNetwork& network)
{
    try {
        m_probe->lookAtUnits(network);
        return;
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::resources)
            throw;
        m_unobservable = error;
    } catch (const std::bad_alloc&) {
        m_unobservable = Error(
            ErrorKind::resources,
            NS_MESSAGE("measures.memory", "there is not enough memory to look at the outputs of all layers; close other programs"));
    }
    m_probe->setUnobserved(m_unobservable->message());
}

void LiveMeasures::take(train::LiveRun& run, Part part)
{
    LayerProbe& probe = this->probe(run);
    ObservedNetwork* const network = part == Part::times ? nullptr : observed(run);
    const train::Stopwatch watch;
    if (part != Part::units)
        probe.time();
    if (network)
        look(*network);
    m_latest = std::make_shared<const StepMeasures>(probe.measures());
    m_waits = std::max(interval, (m_spent + watch.seconds()) / share);
    m_since = train::Stopwatch();
}

} // namespace netsmith::inspect
