#include "engine/train/trainer/trainer.h"

#include <algorithm>

namespace netsmith::train {

void Trainer::beginRecording()
{
    if (!m_options.recordMachine)
        return;
    const OpenFolder& folder = m_log->folder().folder();
    m_recorder.emplace(m_resumption ? TelemetryTable::reopen(folder, step(), m_secondsBefore) : TelemetryTable::create(folder),
                       MachineRecorder::Options{.sources = m_options.sensors,
                                                .device = m_log->record().device,
                                                .peakFlops = m_options.peakFlops,
                                                .written = m_options.events.telemetry},
                       recordedPosition());
}

RecordedPosition Trainer::recordedPosition() const
{
    return {.seconds = totalSeconds(),
            .step = step(),
            .epoch = std::min(m_loop.at().epoch + 1, m_setup.project().training.epochs),
            .samples = m_samplesHere,
            .flops = m_flopsHere,
            .trainingSeconds = m_secondsTraining,
            .joules = m_recorder && m_recorder->isDue() ? joulesOfRun() : std::nullopt}; // a driver may be slow
}

void Trainer::recordMachine()
{
    if (m_recorder && m_recorder->isDue())
        m_recorder->record(recordedPosition());
}

void Trainer::markMachine(TelemetryEvent event)
{
    if (m_recorder)
        m_recorder->mark(event, recordedPosition());
}

/// After the record's figures were noted.
void Trainer::endRecording()
{
    if (!m_recorder)
        return;
    RecordedPosition position = recordedPosition();
    position.seconds = m_log->record().seconds; // the last row is not later than the run
    position.joules = joulesOfRun();
    m_recorder->finish(position);
}

/// The loop is in the next epoch already.
void Trainer::markEpoch(std::int64_t epoch, bool validated)
{
    if (!m_recorder)
        return;
    RecordedPosition position = recordedPosition();
    position.epoch = epoch;
    if (validated)
        m_recorder->mark(TelemetryEvent::validationEnd, position);
    m_recorder->mark(TelemetryEvent::epoch, position);
}

/// The hook between launches says that it pauses the run.
void Trainer::beginPause()
{
    if (!m_recorder || m_recorder->isPaused())
        return;
    RecordedPosition position = recordedPosition();
    m_joulesAtPause = joulesNow();
    m_recorder->pause(position);
}

/// The hook has returned. Like its time, the energy of a pause does not count.
void Trainer::endPause()
{
    if (!m_recorder || !m_recorder->isPaused())
        return;
    if (const auto now = m_joulesAtPause ? joulesNow() : std::nullopt; now && *now > *m_joulesAtPause)
        m_joulesPaused += *now - *m_joulesAtPause;
    m_joulesAtPause.reset();
    m_recorder->resume(recordedPosition());
}

std::optional<double> Trainer::joulesNow() const
{
    const std::optional<double> joules = m_options.joules ? m_options.joules() : std::nullopt;
    return joules ? std::optional(*joules - m_joulesPaused) : std::nullopt;
}

std::optional<double> Trainer::joulesOfRun() const
{
    const auto now = m_joulesBefore ? joulesNow() : std::nullopt;
    return now && *now >= *m_joulesBefore ? std::optional(m_joulesElsewhere + (*now - *m_joulesBefore)) : std::nullopt;
}

} // namespace netsmith::train
