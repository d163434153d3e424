#include "engine/train/trainer/trainer.h"

namespace netsmith::train {
namespace {

constexpr std::int64_t mostBytesWaiting = std::int64_t{256} << 20; ///< of checkpoints that are not written yet

} // namespace

void Trainer::takeCheckpoint(CheckpointKind kind)
{
    if (m_saved == m_loop.at())
        return;
    checkWeights();
    const TrainingSettings& training = m_setup.project().training;
    const CheckpointState state{m_loop.at(), training.seed, training.batch, training.precision, m_fingerprint};
    CompiledNetwork& network = m_setup.network();
    m_checkpoint =
        m_log->checkpoint(network.state(), network.plan(), state, training.keepCheckpoints, kind == CheckpointKind::passing);
    m_saved = m_loop.at();
    markMachine(TelemetryEvent::checkpoint);
    RunRecord& record = m_log->record();
    record.epochsDone = m_loop.at().epoch;
    record.steps = step();
    if (m_loop.at().best)
        record.bestEpoch = m_loop.at().best->epoch + 1;
}

void Trainer::writeCheckpoints()
{
    noteFigures(m_log->record());
    m_checkpointPacer.write(m_log->waiting().count(), step(), [this] { m_log->writeCheckpoints(); });
}

void Trainer::saveCheckpoint(CheckpointKind kind)
{
    takeCheckpoint(kind);
    if (!m_log->waiting().isEmpty())
        writeCheckpoints();
}

/// The checkpoint of an epoch's end. Small ones wait for the clock; for large ones memory is more precious than time.
void Trainer::saveEpoch()
{
    takeCheckpoint(CheckpointKind::kept);
    const CheckpointQueue& waiting = m_log->waiting();
    if (m_options.writeAtOnce || m_checkpointPacer.mayWrite(waiting.count()) || waiting.bytes() > mostBytesWaiting)
        writeCheckpoints();
    else
        m_log->captureCheckpoints();
}

/// Writes what was pending when the run failed, as far as the disk allows.
void Trainer::keepWhatWaits()
{
    try {
        if (!m_log->waiting().isEmpty())
            writeCheckpoints();
    } catch (const std::exception&) { // the error being thrown says more
    }
}

} // namespace netsmith::train
