#include "gui/training/training_worker_live.h"

#include <algorithm>

// What a run reports, for the window.

namespace netsmith::gui {

void TrainingWorker::begun(const train::StartEvent& event, const TrainingJob& job, Live& live)
{
    RunFacts facts{event.run,
                   live.project,
                   event.title,
                   event.device,
                   event.deviceName,
                   event.precision,
                   event.batch,
                   event.epochs,
                   event.stepsPerEpoch,
                   event.trainSamples,
                   event.validationSamples,
                   event.parameters,
                   event.memory,
                   event.data,
                   event.standIn,
                   event.warnings,
                   live.fold};
    live.facts = std::make_shared<const RunFacts>(std::move(facts));
    live.timeLeft = TimeLeft(event.stepsPerEpoch, event.epochs, event.trainSamples, event.validationSamples);
    runs::RunCurves before = job.resume.empty() && event.step == 0 ? runs::RunCurves() : runs::readRunCurves(event.run);
    live.curves = runs::LiveCurves(event, before.stepCount() > 0 ? before.steps.seconds.back() : 0.0);
    m_mailbox.update([&](TrainingSnapshot& snapshot) {
        snapshot.phase = WorkerPhase::training; // set with its facts: a known run can be stopped, but not cancelled
        if (snapshot.facts) { // of the previous fold
            snapshot.passed.push_back({snapshot.facts, snapshot.curvesBegin, std::move(snapshot.newCurves)});
            snapshot.values.clear();
            snapshot.epochShare = 0.0;
        }
        snapshot.facts = live.facts;
        snapshot.measures.reset();
        snapshot.diagnoses.reset();
        snapshot.step = event.step;
        snapshot.epoch = std::min(event.epochs, event.step / event.stepsPerEpoch + 1);
        snapshot.totalSteps = event.stepsPerEpoch * event.epochs;
        snapshot.epochs = event.epochs;
        snapshot.curvesBegin = true;
        snapshot.newCurves = std::move(before);
    });
}

void TrainingWorker::stepped(const train::StepEvent& event, Live& live)
{
    const auto perEpoch = static_cast<double>(live.facts->stepsPerEpoch);
    const runs::RunCurves points = live.curves.pointsOf(event);
    live.doctor.stepped(event);
    live.timeLeft.trained(event.step, event.seconds);
    live.seconds = event.seconds;
    const bool epochTrained = event.step % live.facts->stepsPerEpoch == 0;
    m_mailbox.update([&](TrainingSnapshot& snapshot) {
        snapshot.step = event.step;
        snapshot.totalSteps = event.totalSteps;
        snapshot.epoch = event.epoch;
        snapshot.epochShare = static_cast<double>(event.step) / perEpoch - static_cast<double>(event.epoch - 1);
        snapshot.trainedPhase = live.phasesFollow() ? event.phase : std::string();
        snapshot.learningRate = event.learningRate;
        snapshot.lossScale = event.lossScale;
        snapshot.skippedSteps = event.skippedSteps;
        const auto pace = live.timeLeft.stepsPerSecond();
        snapshot.samplesPerSecond = pace ? *pace * static_cast<double>(live.facts->batch) : event.samplesPerSecond;
        snapshot.rate = event.rate;
        snapshot.seconds = event.seconds;
        snapshot.secondsLeftOfEpoch = live.timeLeft.ofEpoch(event.step, epochTrained, 0.0);
        snapshot.secondsLeft = live.secondsLeft(event.step, epochTrained, 0.0);
        snapshot.values = event.epochValues;
        snapshot.newCurves.append(points);
    });
}

void TrainingWorker::epochEnded(const train::EpochEvent& event, Live& live)
{
    live.doctor.epochEnded(event);
    live.timeLeft.validated(event.totalSeconds);
    live.seconds = event.totalSeconds;
    const runs::RunCurves points = live.curves.pointsOf(event);
    m_mailbox.update([&](TrainingSnapshot& snapshot) {
        snapshot.seconds = event.totalSeconds;
        snapshot.secondsLeft = live.secondsLeft(event.step, false, 0.0);
        snapshot.epochValues = event.values;
        snapshot.newCurves.append(points);
    });
}

void TrainingWorker::recorded(const std::vector<TelemetryRow>& rows, const Live& live)
{
    if (!live.facts)
        return; // rows from before the run's start was reported are read with its curves
    m_mailbox.update([&](TrainingSnapshot& snapshot) { snapshot.newCurves.append(live.curves.pointsOf(rows)); });
}

void TrainingWorker::ended(const train::DoneEvent& event)
{
    m_mailbox.update([&](TrainingSnapshot& snapshot) {
        snapshot.phase = event.state == RunState::stopped ? WorkerPhase::stopped : WorkerPhase::finished;
        snapshot.step = event.step;
        snapshot.seconds = event.seconds;
        snapshot.epochValues = event.values;
        snapshot.checkpoint = event.checkpoint;
        snapshot.ending = event.ending;
        snapshot.restoredEpoch = event.restoredEpoch;
        snapshot.judgedBy = event.judgedBy;
        snapshot.best = event.best;
        snapshot.bestEpoch = event.bestEpoch;
        snapshot.persistence = event.persistence;
    });
}

void TrainingWorker::ended(const runs::CrossValidation& all)
{
    const auto record = readRunRecord(all.run);
    m_mailbox.update([&](TrainingSnapshot& snapshot) {
        if (all.state != RunState::diverged) // reported as a failure
            snapshot.phase = all.state == RunState::stopped ? WorkerPhase::stopped : WorkerPhase::finished;
        snapshot.seconds = record ? record->seconds : 0.0;
        snapshot.judgedBy = all.done.empty() ? std::string() : all.done.front().judgedBy;
        snapshot.epochValues = all.means;
        snapshot.crossValidation = all;
    });
}

void TrainingWorker::failed(const Error& error, const std::stop_token& stop)
{
    const bool cancelled = stop.stop_requested() && error.cause() == MessageFacts::Cause::cancelled;
    m_data.reset();
    m_mailbox.update([&](TrainingSnapshot& snapshot) {
        snapshot.phase = cancelled ? WorkerPhase::cancelled : WorkerPhase::failed;
        if (!cancelled)
            snapshot.problem = TrainingProblem{error.kind(), error.message()};
        if (!snapshot.facts || snapshot.crossValidation) // all its folds are done; resuming would give the same
            return;
        const bool foldsBefore = snapshot.facts->fold && snapshot.facts->fold->fold > 1;
        const std::filesystem::path& folder = snapshot.facts->folder;
        snapshot.checkpoint = CheckpointStore(folder / "checkpoints").newest().value_or(foldsBefore ? folder : "");
    });
}

void TrainingWorker::show(const PreparingEvent& event)
{
    m_mailbox.update([&](TrainingSnapshot& snapshot) {
        snapshot.words = event.words;
        snapshot.done = event.done;
        snapshot.total = event.total;
    });
}

} // namespace netsmith::gui
