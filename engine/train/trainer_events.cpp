#include "engine/backend/loader.h"
#include "engine/train/trainer.h"

namespace netsmith::train {

RunRecord Trainer::newRecord() const
{
    RunRecord record = m_resumption ? m_resumption->record : RunRecord{};
    const Project& project = m_setup.project();
    record.title = project.title;
    record.device = m_setup.device().id;
    record.deviceName = m_setup.device().name;
    record.precision = project.training.precision;
    record.fuse = m_options.fuse;
    record.epochs = project.training.epochs;
    record.batch = project.training.batch;
    record.seed = project.training.seed;
    record.data = m_setup.data().loaded.words.text();
    record.dataSource = m_setup.data().loaded.set.id;
    record.trainSamples = m_setup.data().trainCount();
    record.validationSamples = m_setup.data().validationCount();
    record.parameters = m_setup.parameterCount();
    record.fingerprint = m_fingerprint;
    record.epochsDone = m_at.epoch;
    record.steps = step();
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
            .warnings = m_setup.warnings()};
}

DoneEvent Trainer::finish(RunState state)
{
    RunRecord& record = m_log->record();
    record.seconds = m_secondsBefore + m_watch.seconds();
    m_log->save(state).take();
    const std::string run = m_log->folder().path().string();
    const std::string project = projectPathOf(run).string();
    Message words = state == RunState::stopped
        ? Message(
            NS_MESSAGE("train.stopped", "stopped at step {0} with a checkpoint; to go on: netsmith-cli train {1} --resume {2}"),
            step(), project, run)
        : Message(NS_MESSAGE("train.done", "trained {0} epochs, {1} steps"), m_at.epoch, step());
    const DoneEvent event{state,          m_log->folder().path(), m_checkpoint,    step(), record.epochsDone,
                          record.seconds, record.values,          std::move(words)};
    if (m_options.events.done)
        m_options.events.done(event);
    return event;
}

DoneEvent trainProject(Project project, TrainOptions options)
{
    Backend& backend = *backendFor(project.training.device).take();
    LoadedData data = loadData(project, options.dataDir, {.report = {}, .stop = options.stop});
    return Trainer(std::move(project), std::move(data), backend, std::move(options)).run();
}

} // namespace netsmith::train
