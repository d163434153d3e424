#include "engine/train/trainer/trainer.h"

#include "engine/plan/trained_parameters.h"
#include "engine/predict/weight_source.h"
#include "engine/train/trainer/early_stopping.h"

namespace netsmith::train {
namespace {

PreparingWatch watchOf(const TrainOptions& options)
{
    return {.report = options.events.preparing, .stop = options.stop};
}

std::optional<Resumption> resumptionFor(const TrainOptions& options, const Project& project)
{
    if (options.resume.empty())
        return std::nullopt;
    watchOf(options).tell(PreparingStage::reading, Message(NS_MESSAGE("prepare.checkpoint", "Reading the checkpoint")));
    return openToResume(options.resume, project);
}

/// The data for a resumed run, which reads it as before.
LoadedData readAgain(LoadedData data, const std::optional<Resumption>& resumption)
{
    if (resumption)
        data.learnt = resumption->record.fields;
    return data;
}

CompileOptions compileOptions(const TrainOptions& options, const std::optional<Resumption>& resumption)
{
    return {.fuse = options.fuse,
            .deterministic = options.deterministic,
            .tunedAlgorithms = resumption ? &resumption->tunedAlgorithms : &options.tunedAlgorithms,
            .communicator = options.ranks};
}

/// Ranks compute frozen layers in every step: each would have to keep what they make of all samples.
bool cachesFeatures(const TrainOptions& options, const std::optional<Resumption>& resumption)
{
    return options.featureCache && !options.ranks
        && (!resumption || train::cachesFeatures(resumption->checkpoint.state.fingerprint));
}

/// Throws if a training can't be shared by ranks.
void requireRanksCan(TrainingSetup& setup)
{
    const Communicator* const ranks = setup.network().ranks();
    if (!ranks)
        return;
    if (setup.batch() < ranks->size())
        throw Error(
            ErrorKind::usage,
            NS_MESSAGE("ranks.batch",
                       "a batch of {0:sample|samples} can't be shared by {1:rank|ranks}; use fewer ranks or a larger batch"),
            setup.batch(), ranks->size());
    for (const Segment& segment : setup.network().plan().statistics.segments)
        if (segment.kept == Kept::ofBatch)
            throw Error(ErrorKind::usage,
                        NS_MESSAGE("ranks.stateful",
                                   "{0} carries its state from batch to batch, which ranks that share a batch can't; make it "
                                   "stateless, or train in one process"),
                        layerOf(segment));
}

} // namespace

void followTraining(Project project, LoadedData data, Backend& backend, const TrainOptions& options)
{
    const CompileOptions compile{.fuse = options.fuse, .deterministic = options.deterministic, .communicator = options.ranks};
    TrainingSetup setup(std::move(project), std::move(data), backend, compile, {}, options.samplesAtOnce);
    TrainingLoop loop(setup, setup.project().training, options.stepsPerLaunch);
    requireRanksCan(setup);
    loop.shareStart();
    loop.follow();
}

Trainer::Trainer(Project project, LoadedData data, Backend& backend, TrainOptions options)
    : m_options(std::move(options))
    , m_resumption(resumptionFor(m_options, project))
    , m_setup(std::move(project), readAgain(std::move(data), m_resumption), backend, compileOptions(m_options, m_resumption),
              watchOf(m_options), m_options.samplesAtOnce, cachesFeatures(m_options, m_resumption))
    , m_prediction(m_setup.network(), m_setup.project(), m_setup.fieldSpecs())
    , m_fingerprint(fingerprintOf(m_setup.device(), m_setup.network().plan(), *m_setup.network().at(m_setup.batch()).executable))
    , m_loop(m_setup, m_setup.project().training, m_options.stepsPerLaunch)
    , m_checkpointPacer(m_options.clock, m_setup.project().training.checkpointEvery,
                        m_resumption ? control::stepsTaken(m_resumption->checkpoint.state.position.counters) : 0)
{
    if (m_options.ranks)
        m_fingerprint["ranks"] = std::to_string(m_options.ranks->size());
    const bool remembers = m_loop.pruning().comparesWithFirst();
    if (!m_resumption || remembers) {
        m_setup.network().drawWeights();
        if (const auto weights = initialWeightsFor(m_setup.project(), m_options.weights))
            m_weightsFrom = startFrom(located(*weights, data::dataPaths(m_options.dataDir)), m_setup);
        m_loop.pruning().rememberWeights();
    }
    if (m_resumption) {
        restoreCheckpoint(m_setup, *m_resumption, m_fingerprint, m_options.acceptOtherFingerprint);
        m_loop.setPosition(m_resumption->checkpoint.state.position);
        const std::int64_t epochs = m_setup.project().training.epochs;
        if (m_loop.at().epoch > epochs || (m_loop.at().epoch == epochs && m_loop.samplesDone() > 0))
            throw Error(ErrorKind::usage,
                        NS_MESSAGE("resume.epochs",
                                   "the run has already trained {0:epoch|epochs}, and training.epochs is {1}, which counts all of "
                                   "them; set more epochs"),
                        m_loop.at().epoch, epochs);
        m_saved = m_loop.at();
        m_checkpoint = m_resumption->checkpoint.folder;
        m_secondsBefore = m_resumption->record.seconds;
    }
    requireRanksCan(m_setup);
    m_loop.shareStart();
    if (!reachedStepLimit() || m_loop.isAtEpochEnd())
        m_setup.computeFeatures(watchOf(m_options));
}

DoneEvent Trainer::run()
{
    watchOf(m_options).throwIfStopped(); // until something is on disk there is nothing to keep
    begin();
    try {
        return train();
    } catch (const Error& error) {
        fail(error);
    } catch (const std::bad_alloc&) {
        fail(Error(ErrorKind::resources,
                   NS_MESSAGE("train.no_memory",
                              "there was not enough memory to continue training; close other programs, then resume the run")));
    } catch (const std::exception& error) {
        fail(Error(ErrorKind::failed,
                   NS_MESSAGE("train.unexpected", "training ended with an error in Netsmith itself: {0}; resume the run"),
                   error.what()));
    }
}

DoneEvent Trainer::train()
{
    if (!m_resumption)
        saveCheckpoint(); // the initial weights: where a run that fails in its first epoch resumes from
    while (!m_loop.isOver()) // without a step there may be no features
        if ((reachedStepLimit() && !m_loop.isAtEpochEnd()) || !trainEpoch() || !endEpoch()) {
            saveCheckpoint();
            return finish(Ending::stopRequested);
        }
    if (!m_log->waiting().isEmpty())
        writeCheckpoints();
    return finish(m_loop.at().epoch < m_setup.project().training.epochs ? Ending::earlyStopping : Ending::lastEpoch);
}

/// Saves what there is of the run. The failure may be of disk or memory, and the run is readable without this.
void Trainer::fail(const Error& error)
{
    keepWhatWaits();
    noteFigures(m_log->record());
    (void)m_log->save(error.kind() == ErrorKind::diverged ? RunState::diverged : RunState::failed, error.what()).hasValue();
    try {
        endRecording();
    } catch (const std::exception&) { // the error being thrown says more
    }
    throw error;
}

void Trainer::begin()
{
    RunRecord record = newRecord(); // before the clock starts, because it reads all the data
    m_watch = Stopwatch();
    m_joulesBefore = joulesNow();
    if (m_resumption)
        m_joulesElsewhere = m_resumption->record.joules.value_or(0.0);
    const std::vector<std::string> all = m_loop.measured();
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(m_setup.metrics().names().size());
    const std::vector<std::string> names(all.begin(), first), validated(first, all.end());
    const bool scaled = m_loop.lossScale().has_value();
    if (m_resumption) {
        m_log.emplace(RunLog::reopen(std::move(m_resumption->folder), m_setup.project(), std::move(record), names, validated,
                                     scaled, m_loop.at()));
        m_log->folder().checkpoints().removeAfter(step());
    } else {
        RunFolder folder =
            m_options.runFolder.empty() ? RunFolder::createBeside(m_options.projectFile) : RunFolder::create(m_options.runFolder);
        const Project kept = m_weightsFrom ? withOrigin(m_setup.project(), m_options.weights, *m_weightsFrom) : m_setup.project();
        m_log.emplace(RunLog::create(std::move(folder), kept, std::move(record), names, validated, scaled));
    }
    m_log->folder().save(m_setup.network().tunedAlgorithms()).take();
    beginRecording();
    if (m_options.events.start)
        m_options.events.start(startEvent());
}

/// The hook's number of steps for the next launch, or 0 for as many as fit.
int Trainer::askForLaunch(bool validating, std::int64_t done, std::int64_t count)
{
    recordMachine();
    if (!m_options.between || stopping())
        return 0;
    const LivePosition position{m_loop.at().epoch + 1,
                                m_setup.project().training.epochs,
                                step(),
                                m_setup.totalSteps(),
                                validating,
                                done,
                                count,
                                control::stepsTaken(m_saved->counters)};
    LiveRun run(
        position, m_setup, m_loop, m_prediction, [this]() -> ObservedNetwork& { return observed(); }, [this] { beginPause(); });
    const Stopwatch away;
    const LaunchOrder order = m_options.between(run);
    m_secondsAway += away.seconds();
    endPause();
    return order.steps;
}

ObservedNetwork& Trainer::observed()
{
    if (!m_observed)
        m_observed = m_setup.observe();
    return *m_observed;
}

/// Trains the rest of the epoch; false if a stop or the last requested step came first.
bool Trainer::trainEpoch()
{
    m_epochBegan = secondsHere();
    resumeTiming();
    m_secondsTrainingAtEpoch = m_secondsTraining;
    m_flopsAtEpoch = m_flopsHere;
    m_exchangeAtEpoch = secondsOfRanks();
    m_joulesAtEpoch = m_loop.samplesDone() == 0 ? joulesNow() : std::nullopt;
    onDevice([&] { m_loop.beginEpoch(); });
    while (!m_loop.isAtEpochEnd()) {
        if (reachedStepLimit())
            return false;
        const int wanted = askForLaunch(false, m_loop.samplesDone(), m_setup.data().trainCount());
        if (stopping())
            return false;
        launch(wanted);
        const bool asked = m_options.checkpointWanted && m_options.checkpointWanted->exchange(false);
        if (!asked && !m_checkpointPacer.isDue(step()))
            continue;
        secondsOfTraining();
        saveCheckpoint(asked ? CheckpointKind::kept : CheckpointKind::passing);
        resumeTiming();
    }
    secondsOfTraining();
    return true;
}

double Trainer::secondsOfTraining()
{
    const double now = secondsHere(), seconds = now - m_timedUntil;
    m_timedUntil = now;
    m_secondsTraining += seconds;
    return seconds;
}

/// Runs some steps and logs each.
void Trainer::launch(int wanted)
{
    std::int64_t most = control::maximumSteps;
    if (const auto untilCheckpoint = m_checkpointPacer.stepsLeft(step()))
        most = std::min(most, *untilCheckpoint);
    if (m_options.steps)
        most = std::min(most, *m_options.steps - step());
    const std::int64_t epoch = m_loop.at().epoch + 1;
    TrainingLoop::Launch launch = onDevice([&] { return m_loop.launch(most, wanted); });
    m_samplesHere += launch.done * launch.samples;
    m_flopsHere += launch.flops;
    for (const StepValues& values : launch.steps)
        m_log->step(epoch, values);
    if (launch.done > 0)
        m_log->timing(epoch, step(), launch.done, launch.seconds);
    m_log->flush();
    if (launch.done < launch.ordered)
        diverged();
    const double passed = secondsOfTraining();
    if (!m_options.events.step)
        return;
    const MetricTable& metrics = m_setup.metrics();
    const std::vector<TrainingPhase>& phases = m_setup.project().training.phases;
    const StepValues& last = launch.steps.back();
    m_options.events.step({.step = step(),
                           .totalSteps = m_setup.totalSteps(),
                           .epoch = epoch,
                           .phase = phases.empty() ? std::string() : phases[launch.phase].name,
                           .learningRate = last.learningRate,
                           .groupRates = groupRates(last.groupRates),
                           .samplesPerSecond = static_cast<double>(launch.done * launch.samples) / std::max(passed, 1e-9),
                           .values = metrics.values(launch.sums),
                           .seconds = totalSeconds(),
                           .epochValues = metrics.values(m_loop.at().sums),
                           .steps = std::move(launch.steps),
                           .lossScale = m_loop.lossScale(),
                           .skippedSteps = m_loop.at().counters[control::skipped],
                           .rate = rateOf(launch.flops, passed)});
}

/// By the names of their columns.
NamedValues Trainer::groupRates(const std::vector<double>& rates) const
{
    NamedValues named;
    const std::vector<std::string> columns = m_loop.learningRates().columns();
    for (std::size_t i = 0; i < columns.size(); ++i)
        named.emplace_back(columns[i], rates[i]);
    return named;
}

/// Validates, logs the epoch and writes its checkpoint; false if a stop came first.
bool Trainer::endEpoch()
{
    const double trained = m_secondsTraining - m_secondsTrainingAtEpoch;
    const std::optional<double> exchanged = secondsOfRanks();
    const std::int64_t count = m_setup.data().validationCount();
    if (count > 0)
        markMachine(TelemetryEvent::validationBegin);
    auto epoch = onDevice(
        [&] { return m_loop.endEpoch(m_options.stop, [&](std::int64_t done) { return askForLaunch(true, done, count); }); });
    if (!epoch)
        return false;
    markEpoch(epoch->number, count > 0);
    m_log->epoch(epoch->number, step(), epoch->rates, epoch->trained, epoch->validated);
    RunRecord& record = m_log->record();
    record.values = epoch->values;
    const std::optional<double> joules = joulesOfEpoch();
    if (joules || !record.epochJoules.empty()) {
        record.epochJoules.resize(static_cast<std::size_t>(epoch->number));
        record.epochJoules.back() = joules;
    }
    saveEpoch();
    if (m_options.events.epoch)
        m_options.events.epoch(
            {.epoch = epoch->number,
             .epochs = m_setup.project().training.epochs,
             .step = step(),
             .seconds = secondsHere() - m_epochBegan,
             .values = std::move(epoch->values),
             .best = epoch->best,
             .learningRate = epoch->rates.front(),
             .totalSeconds = totalSeconds(),
             .epochsWaited = epochsWaited(m_loop.at()),
             .joules = joules,
             .rate = rateOf(m_flopsHere - m_flopsAtEpoch, trained),
             .exchange = exchanged && trained > 0.0 ? std::optional((*exchanged - *m_exchangeAtEpoch) / trained) : std::nullopt});
    return true;
}

void Trainer::noteFigures(RunRecord& record) const
{
    record.seconds = totalSeconds();
    if (m_samplesHere > 0 && m_secondsTraining > 0.0)
        record.samplesPerSecond = static_cast<double>(m_samplesHere) / m_secondsTraining;
    if (m_flopsHere > 0.0)
        record.rate = rateOf(m_flopsHere, m_secondsTraining);
    if (const auto joules = joulesOfRun())
        record.joules = joules;
}

std::optional<double> Trainer::joulesOfEpoch() const
{
    const auto now = m_joulesAtEpoch ? joulesNow() : std::nullopt;
    return now && *now >= *m_joulesAtEpoch ? std::optional(*now - *m_joulesAtEpoch) : std::nullopt; // else its driver was restarted
}

} // namespace netsmith::train
