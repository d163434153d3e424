#include "gui/training/training_worker_live.h"

#include "gui/training/preflight_outcome.h"
#include "gui/widgets/free_memory.h"
#include "gui/widgets/guarded.h"

#include "engine/backend/loader.h"
#include "engine/data/source.h"
#include "engine/inspect/measured_peaks.h"
#include "engine/predict/field_types.h"
#include "engine/telemetry/energy_meter.h"
#include "engine/train/machine_settings.h"
#include "engine/train/project_checks.h"
#include "engine/train/trainer/fork.h"

#include <algorithm>

namespace netsmith::gui {
namespace {

void removeCheckpointsAfter(const std::filesystem::path& folder, std::int64_t step)
{
    if (const auto run = openRun(folder))
        HeldCheckpoints(*run, RunFolder::checkpointsName).removeAfter(step);
}

} // namespace

TrainingWorker::TrainingWorker(Mailbox& mailbox)
    : m_mailbox(mailbox)
{
    connect(&mailbox, &Mailbox::requested, this, &TrainingWorker::work, Qt::QueuedConnection);
}

TrainingWorker::~TrainingWorker()
{
    m_mailbox.leave(*this);
}

void TrainingWorker::work()
{
    while (auto taken = m_mailbox.takeJob())
        perform(taken->job, taken->stop);
    const auto network = [this](const WritingRequest& request) { return saved(request.run, request.checkpoint); };
    if (const auto request = m_mailbox.takeRequest())
        m_mailbox.answer(answered(*request, [&](bool observes) { return saved(request->run, request->checkpoint, observes); }));
    m_mailbox.dropLiveRequests();
    if (m_mailbox.takeRelease()) { // another project: nothing of this one is needed any more
        m_data.reset();
        m_predictor.reset();
        giveBackFreeMemory();
    }
    if (write(network)) // other requests are handled before the next token
        QMetaObject::invokeMethod(this, &TrainingWorker::work, Qt::QueuedConnection);
}

void TrainingWorker::perform(const TrainingJob& job, const std::stop_token& stop)
{
    m_predictor.reset(); // the run needs its memory
    m_mailbox.update([&](TrainingSnapshot& snapshot) {
        snapshot = {};
        snapshot.job = job.id;
        snapshot.phase = WorkerPhase::preparing;
    });
    std::optional<Error> problem;
    guarded([&] { job.kind == TrainingJob::Kind::preFlight ? estimate(job, stop) : train(job, stop); },
            [&](const Error& error) { problem = error; });
    const bool tooLarge = problem && problem->cause() == MessageFacts::Cause::tooLarge;
    if (tooLarge && job.kind == TrainingJob::Kind::train && job.resume.empty()) {
        problem.reset(); // the card refuses it, and suggests what fits
        guarded([&] { estimate(job, stop); }, [&](const Error& error) { problem = error; });
    }
    if (problem)
        failed(*problem, stop);
    giveBackFreeMemory();
}

/// First the memory, so that the card can be shown; then what has to be timed.
void TrainingWorker::estimate(const TrainingJob& job, const std::stop_token& stop)
{
    Project project = job.project;
    const PreparingWatch watch{[this](const PreparingEvent& event) { show(event); }, stop};
    inspect::PreflightOptions options;
    options.data = dataFor(project, job.dataDir, stop);
    if (job.folds > 0) { // estimates one fold
        runs::dealFolds(project, options.data->set, job.folds);
        project.data.validation = "split";
        project.data.validationSplit = 1.0 / static_cast<double>(job.folds);
    }
    options.fuse = train::machineSettings().fuse;
    options.watch = watch;
    Backend& backend = *backendFor(project.training.device).take();

    const train::TrainingData data = train::divideData(project, *options.data);
    const CheckedProject checked = train::checkProject(project, fieldTypes(data.trainSplit()));
    const DeviceInfo device = train::deviceNamed(backend, project.training.device);
    PreflightOutcome outcome{.look = {}, .folds = job.folds};
    if (job.isFork()) {
        const train::Fork fork = train::forkOf(job.weights, project, *options.data);
        if (fork.goesOn())
            outcome.goesOnFrom = fork.origin.step;
        else
            outcome.startsOver = fork.words();
    }
    inspect::Preflight& look = outcome.look;
    look.device = device.id;
    look.deviceName = device.name;
    look.precision = project.training.precision;
    look.batch = project.training.batch;
    look.epochs = project.training.epochs;
    look.samples = inspect::sampleCounts(data);
    look.data = data.loaded.words;
    look.standIn = data.loaded.standIn;
    look.warnings = train::checkTraining(checked, look.samples.train, device);
    look.memory = inspect::memoryEstimate(checked, look.samples, backend, options.fuse, watch);
    look.memoryFree = device.memoryFree;
    look.memoryTotal = device.memoryTotal;
    const bool ofHost = inspect::placementOf(project, look.samples, device).ofDevice == 0; // the data is in its memory already
    look.fits = look.memory.total() - (ofHost ? look.memory.data : 0) <= device.memoryFree;
    if (look.fits)
        post(outcome);
    outcome.look = inspect::preflight(project, backend, options);
    outcome.complete = true;
    post(outcome);
}

void TrainingWorker::post(PreflightOutcome outcome)
{
    auto shared = std::make_shared<const PreflightOutcome>(std::move(outcome));
    m_mailbox.update([&](TrainingSnapshot& snapshot) {
        snapshot.phase = WorkerPhase::estimated;
        snapshot.preflight = std::move(shared);
    });
}

train::LoadedData TrainingWorker::dataFor(const Project& project, const std::filesystem::path& dataDir, const std::stop_token& stop)
{
    const data::DataPaths paths = data::dataPaths(dataDir);
    const data::Resolved resolved = data::resolve(project.data, paths);
    data::FileStamps stamps(resolved.source->files(paths));
    // A configured source is read again if its files, or how they are read, have changed.
    if (!m_data || m_source != resolved.source || m_data->words != resolved.words || m_stamps != stamps) {
        m_data.reset();
        m_source = resolved.source;
        m_stamps = std::move(stamps);
        const PreparingWatch watch{[this](const PreparingEvent& event) { show(event); }, stop};
        m_data = train::readData(project, dataDir, watch);
    }
    return *m_data;
}

void TrainingWorker::train(const TrainingJob& job, const std::stop_token& stop)
{
    if (job.folds > 0 || (!job.resume.empty() && runs::isCrossValidation(job.resume))) {
        trainFolds(job, stop);
        return;
    }
    Live live;
    Project project = job.resume.empty() ? job.project : loadProject(projectPathOf(job.resume)).take();
    live.project = std::make_shared<const Project>(project);
    if (job.epochs > 0) {
        project.training.epochs = job.epochs;
        project.training.earlyStopping.patience = 0; // longer training was requested
    }
    train::LoadedData data = dataFor(project, job.dataDir, stop);
    m_data.reset();
    Backend& backend = *backendFor(project.training.device).take();
    const std::optional<train::Fork> fork = job.isFork() ? std::optional(train::forkOf(job.weights, project, data)) : std::nullopt;
    const train::DoneEvent done = [&] { // the run is closed before its end is reported
        try {
            if (fork)
                return train::trainFork(*fork, std::move(project), std::move(data), backend, options(job, stop, live));
            return train::Trainer(std::move(project), std::move(data), backend, options(job, stop, live)).run();
        } catch (const Error& error) {
            if (error.kind() == ErrorKind::diverged) {
                live.doctor.diverged();
                m_mailbox.update([&](TrainingSnapshot& snapshot) { snapshot.diagnoses = live.doctor.diagnoses(); });
            }
            throw;
        }
    }();
    const std::int64_t begun = fork && fork->goesOn() ? fork->origin.step : 0;
    if (m_mailbox.isCancelled(job.id) && job.resume.empty() && done.step == begun)
        removeRun(done.run); // it has no steps
    else if (live.keptStep && m_mailbox.discardsStop() && done.state == RunState::stopped)
        removeCheckpointsAfter(done.run, *live.keptStep);
    ended(done);
}

void TrainingWorker::trainFolds(const TrainingJob& job, const std::stop_token& stop)
{
    m_data.reset(); // each fold splits its own
    Live live;
    const Project project = job.resume.empty() ? job.project : loadProject(projectPathOf(job.resume)).take();
    live.project = std::make_shared<const Project>(project);
    runs::CrossValidationOptions how{.folds = job.resume.empty() ? job.folds : 0,
                                     .projectFile = job.place.projectFile,
                                     .resume = job.resume,
                                     .weights = job.weights,
                                     .dataDir = job.dataDir,
                                     .stop = stop};
    how.preparing = [this](const PreparingEvent& event) { show(event); };
    how.options = [&](const runs::FoldPlace& place, const Project&) {
        live.fold = place;
        live.seconds = 0.0;
        return options(job, stop, live);
    };
    how.done = [&](const runs::FoldResult&) { live.keptStep.reset(); }; // kept, even if a stop discards later ones
    const auto leaveNothing = [&] {
        const bool untrained = !live.facts || (m_mailbox.isCancelled(job.id) && live.fold->fold == 1 && live.seconds == 0.0);
        if (job.resume.empty() && live.fold && untrained)
            removeRun(live.fold->parent); // it has no steps
    };
    runs::CrossValidation all;
    try {
        all = runs::crossValidate(project, how);
    } catch (const Error& why) {
        const Error first = why; // more informative than an error while removing
        try {
            leaveNothing();
        } catch (const Error&) {
        }
        throw first;
    }
    leaveNothing();
    if (live.keptStep && m_mailbox.discardsStop() && all.state == RunState::stopped)
        removeCheckpointsAfter(live.facts->folder, *live.keptStep);
    ended(all);
    if (all.state == RunState::diverged)
        throw Error(ErrorKind::diverged, all.divergence());
}

train::TrainOptions TrainingWorker::options(const TrainingJob& job, const std::stop_token& stop, Live& live)
{
    train::TrainOptions options;
    options.projectFile = job.place.projectFile;
    options.dataDir = job.dataDir;
    options.resume = job.resume;
    options.weights = job.weights;
    options.fuse = train::machineSettings().fuse;
    options.stop = stop;
    options.checkpointWanted = m_mailbox.checkpointWanted();
    options.joules = telemetry::energyMeter(live.project->training.device);
    live.peakFlops = options.peakFlops = inspect::measuredPeak(*live.project);
    live.measures.reset(); // of the fold before
    live.doctor = {};
    options.stepsPerLaunch = job.stepsPerLaunch;
    options.between = [this, stop, &live](train::LiveRun& run) { return between(run, stop, live); };
    options.events.preparing = [this](const PreparingEvent& event) { show(event); };
    options.events.start = [this, &job, &live](const train::StartEvent& event) { begun(event, job, live); };
    options.events.step = [this, &live](const train::StepEvent& event) { stepped(event, live); };
    options.events.epoch = [this, &live](const train::EpochEvent& event) { epochEnded(event, live); };
    options.events.telemetry = [this, &live](const std::vector<TelemetryRow>& rows) { recorded(rows, live); };
    return options;
}

train::LaunchOrder TrainingWorker::between(train::LiveRun& run, const std::stop_token& stop, Live& live)
{
    const train::LivePosition& at = run.position();
    const double share = at.samples > 0 ? static_cast<double>(at.samplesDone) / static_cast<double>(at.samples) : 0.0;
    const auto post = [&](WorkerPhase phase, std::uint64_t order) {
        m_mailbox.update([&](TrainingSnapshot& snapshot) {
            snapshot.phase = phase;
            snapshot.order = order;
            snapshot.step = at.step;
            snapshot.totalSteps = at.totalSteps;
            snapshot.epoch = at.epoch;
            snapshot.epochs = at.epochs;
            snapshot.epochShare = at.validating ? 1.0 : share;
            snapshot.validationShare = at.validating ? share : 0.0;
            snapshot.secondsLeftOfEpoch = live.timeLeft.ofEpoch(at.step, at.validating, snapshot.validationShare);
            snapshot.secondsLeft = live.secondsLeft(at.step, at.validating, snapshot.validationShare);
        });
    };
    const auto liveOne = [&](bool observes) {
        if (!observes)
            return askedNetwork(run, live.facts->folder, at.step, true);
        if (live.unobservable)
            throw Error(*live.unobservable);
        try {
            return askedNetwork(run.observed(), live.facts->folder, at.step, true);
        } catch (const Error& error) {
            live.unobservable = error; // it would fail each time
            throw;
        }
    };
    const auto network = [&](const WritingRequest& request) {
        return request.chosen ? saved(request.run, request.checkpoint) : liveOne(false);
    };
    const auto measures = [&]() -> inspect::LiveMeasures& {
        return live.measures ? *live.measures : live.measures.emplace(live.peakFlops);
    };
    const auto postMeasures = [&] {
        if (m_mailbox.examines())
            live.doctor.look(run, live.measures->latest(), stop);
        m_mailbox.update([&](TrainingSnapshot& snapshot) {
            snapshot.measures = live.measures->latest();
            snapshot.diagnoses = live.doctor.diagnoses();
        });
    };
    const auto measuredLaunch = [&](train::LaunchOrder order) {
        if (!m_mailbox.measures()) {
            live.measures.reset();
            return order;
        }
        const auto before = measures().latest();
        order = live.measures->between(run, order);
        if (live.measures->latest() != before)
            postMeasures();
        return order;
    };
    // At every launch, since a stop may come at any time from here until the trainer checks.
    live.keptStep = at.kept;
    while (true) {
        Mailbox::Command command = m_mailbox.nextCommand(stop, !at.validating);
        switch (command.kind) {
        case Mailbox::Command::Kind::launch:
            if (!stop.stop_requested())
                write(network); // one token per launch, so that training continues
            post(at.validating ? WorkerPhase::validating : WorkerPhase::training, command.order);
            return measuredLaunch({command.steps});
        case Mailbox::Command::Kind::predict:
            m_mailbox.answer(answered(command.request, [&](bool observes) {
                return command.request.chosen ? saved(command.request.run, command.request.checkpoint, observes)
                                              : liveOne(observes);
            }));
            break;
        case Mailbox::Command::Kind::review: m_mailbox.reviewed(reviewed(command.review, run, live.facts->folder)); break;
        case Mailbox::Command::Kind::copy: m_mailbox.copied(copied(command.copy, run, live.facts->folder)); break;
        case Mailbox::Command::Kind::measure:
            measures().measure(run);
            live.measures->hurry(); // the next step is measured, too
            postMeasures();
            break;
        case Mailbox::Command::Kind::pause:
            if (live.measures && live.measures->isInStep()) {
                live.measures->measure(run);
                postMeasures();
            }
            run.pause();
            post(WorkerPhase::paused, command.order);
            if (!write(network))
                m_mailbox.waitForCommand(stop, command.order, !at.validating);
            break;
        }
    }
}

} // namespace netsmith::gui
