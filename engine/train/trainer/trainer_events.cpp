#include "engine/backend/binary_id.h"
#include "engine/backend/loader.h"
#include "engine/data/content_hash.h"
#include "engine/graph/project/project_hash.h"
#include "engine/train/evaluation.h"
#include "engine/train/trainer/early_stopping.h"
#include "engine/train/trainer/trainer.h"

#include <algorithm>

namespace netsmith::train {
namespace {

/// A run may be resumed from before an earlier resumption, which is then void.
void noteResumption(RunRecord& record, std::int64_t step, bool otherFingerprint)
{
    std::int64_t epochs = record.epochs;
    const auto undone = std::ranges::find_if(record.resumptions, [&](const RunResumption& one) { return one.step > step; });
    if (undone != record.resumptions.end())
        epochs = undone->epochsBefore;
    record.resumptions.erase(undone, record.resumptions.end());
    record.resumptions.push_back({.step = step, .epochsBefore = epochs, .otherFingerprint = otherFingerprint});
}

} // namespace

RunRecord Trainer::newRecord() const
{
    RunRecord record = m_resumption ? m_resumption->record : RunRecord{};
    const Project& project = m_setup.project();
    if (m_resumption)
        noteResumption(record, step(), m_resumption->checkpoint.state.fingerprint != m_fingerprint);
    if (!m_resumption) {
        record.weightsFrom = m_weightsFrom;
        record.projectFile = m_options.projectFile.filename();
    }
    record.title = project.title;
    record.device = m_setup.device().id;
    record.deviceName = m_setup.device().name;
    record.precision = project.training.precision;
    record.fuse = m_options.fuse;
    record.deterministic = m_options.deterministic;
    record.epochs = project.training.epochs;
    record.batch = project.training.batch;
    record.seed = project.training.seed;
    record.data = m_setup.data().loaded.words;
    record.dataSource = m_setup.data().loaded.set.id;
    record.dataPath = project.data.path;
    record.dataFingerprint = m_setup.data().loaded.set.fingerprint;
    record.dataHash = data::contentHash(m_setup.data().loaded.set);
    record.fields.clear();
    record.tokenFields.clear();
    for (const data::Field& field : m_setup.data().trainSplit().fields) {
        record.fields.push_back(field.spec);
        if (field.spec.vocabulary)
            record.tokenFields.push_back(field.spec.name);
    }
    record.trainSamples = m_setup.data().trainCount();
    record.validationSamples = m_setup.data().validationCount();
    record.parameters = m_setup.parameterCount();
    record.fingerprint = m_fingerprint;
    record.graphHash = graphHash(project.graph);
    record.settingsHash = settingsHash(project);
    record.binary = binaryId(record.device.substr(0, record.device.find(':')), Binaries::all);
    record.memoryBytes = m_setup.memory().total();
    record.epochsDone = m_loop.at().epoch;
    record.steps = step();
    record.judgedBy = m_loop.judgedBy();
    record.endedEarly = false;
    record.restoredStep.reset();
    return record;
}

StartEvent Trainer::startEvent() const
{
    const RunRecord& record = m_log->record();
    return {.title = record.title,
            .run = m_log->folder().path(),
            .device = record.device,
            .deviceName = record.deviceName,
            .precision = record.precision,
            .batch = record.batch,
            .epochs = record.epochs,
            .seed = record.seed,
            .stepsPerEpoch = m_setup.stepsPerEpoch(),
            .trainSamples = record.trainSamples,
            .validationSamples = record.validationSamples,
            .parameters = record.parameters,
            .step = step(),
            .memory = m_setup.memory(),
            .data = m_setup.data().loaded.words,
            .standIn = m_setup.data().loaded.standIn,
            .inputs = m_setup.inputs(),
            .warnings = m_setup.warnings(),
            .judgedBy = m_loop.judgedBy()};
}

DoneEvent Trainer::finish(Ending ending)
{
    m_loop.endRanks();
    const EarlyStopping& early = m_setup.project().training.earlyStopping;
    RunRecord& record = m_log->record();
    noteFigures(record);
    endRecording();
    record.endedEarly = ending == Ending::earlyStopping;
    DoneEvent event{.state = ending == Ending::stopRequested ? RunState::stopped : RunState::done,
                    .run = m_log->folder().path(),
                    .checkpoint = m_checkpoint,
                    .step = step(),
                    .epochsDone = record.epochsDone,
                    .seconds = record.seconds,
                    .values = record.values,
                    .words = {},
                    .ending = ending,
                    .restoredEpoch = {},
                    .judgedBy = m_loop.judgedBy()};
    event.persistence = persistenceErrors(m_setup.data().validationSplit(), m_setup.data().validation);
    if (m_loop.at().best) {
        event.bestEpoch = m_loop.at().best->epoch + 1;
        event.best = m_loop.at().best->value;
    }
    const bool goesBack = early.patience > 0 && early.restoreBest && ending != Ending::stopRequested;
    if (goesBack && m_loop.at().improved && m_loop.at().improved->epoch + 1 < m_loop.at().epoch) {
        const HeldCheckpoints checkpoints = m_log->folder().checkpoints();
        const std::vector<std::int64_t> kept = checkpoints.steps();
        const std::int64_t best = m_loop.at().improved->step;
        if (std::ranges::find(kept, best) != kept.end()) { // a fork may have begun when it was no longer kept
            record.restoredStep = best;
            event.restoredEpoch = m_loop.at().improved->epoch + 1;
            event.checkpoint = checkpoints.at(best);
        }
    }
    m_log->save(event.state).take();
    switch (ending) {
    case Ending::stopRequested:
        event.words = Message(NS_MESSAGE("train.stopped", "stopped at step {0} with a checkpoint"), step());
        break;
    case Ending::earlyStopping:
        event.words = Message(NS_MESSAGE("train.early", "ended after epoch {0}: {2} has not improved for {1:epoch|epochs}"),
                              m_loop.at().epoch, epochsWaited(m_loop.at()), m_loop.judgedBy());
        break;
    case Ending::lastEpoch:
        event.words = Message(NS_MESSAGE("train.done", "trained {0:epoch|epochs}, {1:step|steps}"), m_loop.at().epoch, step());
        break;
    }
    if (m_options.events.done)
        m_options.events.done(event);
    return event;
}

DoneEvent trainProject(Project project, TrainOptions options)
{
    Backend& backend = *backendFor(project.training.device).take();
    const PreparingWatch watch{.report = options.events.preparing, .stop = options.stop};
    LoadedData data = readData(project, options.dataDir, watch);
    return Trainer(std::move(project), std::move(data), backend, std::move(options)).run();
}

} // namespace netsmith::train
