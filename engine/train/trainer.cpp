#include "engine/train/trainer.h"

#include "engine/catalog/catalog.h"
#include "engine/losses/measured_quantity.h"
#include "engine/ops/loss_scale_steps.h"
#include "engine/train/early_stopping.h"
#include "engine/train/evaluation.h"
#include "engine/train/project_checks.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

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
            .choices = resumption ? &resumption->choices : &options.choices};
}

double valueIn(const NamedValues& values, const std::string& name)
{
    return std::ranges::find(values, name, &NamedValues::value_type::first)->second;
}

std::vector<data::FieldSpec> specsOf(const data::DataSplit& split)
{
    std::vector<data::FieldSpec> specs;
    for (const data::Field& field : split.fields)
        specs.push_back(field.spec);
    return specs;
}

} // namespace

Trainer::Trainer(Project project, LoadedData data, Backend& backend, TrainOptions options)
    : m_options(std::move(options))
    , m_resumption(resumptionFor(m_options, project))
    , m_setup(std::move(project), readAgain(std::move(data), m_resumption), backend, compileOptions(m_options, m_resumption),
              watchOf(m_options), m_options.samplesAtOnce)
    , m_prediction(m_setup.network(), m_setup.project(), specsOf(m_setup.data().trainSplit()))
    , m_fingerprint(fingerprintOf(m_setup.device(), m_setup.network().plan(), *m_setup.network().at(m_setup.batch()).executable))
    , m_judgedBy(judgedByProject())
    , m_checkpointPacer(m_options.clock, m_setup.project().training.checkpointEvery,
                        m_resumption ? control::stepsTaken(m_resumption->checkpoint.state.position.counters) : 0)
    , m_trainPacer(m_options.stepsPerLaunch)
    , m_evaluatePacer(m_options.stepsPerLaunch)
{
    if (m_resumption) {
        restoreCheckpoint(m_setup, *m_resumption, m_fingerprint, m_options.acceptOtherFingerprint);
        m_at = m_resumption->checkpoint.state.position;
        const std::int64_t epochs = m_setup.project().training.epochs;
        if (m_at.epoch > epochs || (m_at.epoch == epochs && position() > 0))
            throw Error(ErrorKind::usage,
                        NS_MESSAGE("resume.epochs",
                                   "the run has already trained {0:epoch|epochs}, and training.epochs is {1}, which counts all of "
                                   "them; set more epochs"),
                        m_at.epoch, epochs);
        m_saved = m_at;
        m_checkpoint = m_resumption->checkpoint.folder;
        m_secondsBefore = m_resumption->record.seconds;
    } else {
        m_setup.network().drawWeights();
        if (!m_options.weights.empty())
            m_weightsFrom = startFrom(m_options.weights, m_setup);
        m_at.sums.assign(m_setup.metrics().columns(), 0.0);
    }
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
    while (!over())
        if (!trainEpoch() || !endEpoch()) {
            saveCheckpoint();
            return finish(Ending::stopRequested);
        }
    if (!m_log->waiting().isEmpty())
        writeCheckpoints();
    return finish(m_at.epoch < m_setup.project().training.epochs ? Ending::earlyStopping : Ending::lastEpoch);
}

/// Saves what there is of the run. The failure may be of disk or memory, and the run is readable without this.
void Trainer::fail(const Error& error)
{
    keepWhatWaits();
    noteFigures(m_log->record());
    (void)m_log->save(error.kind() == ErrorKind::diverged ? RunState::diverged : RunState::failed, error.what()).hasValue();
    throw error;
}

void Trainer::begin()
{
    RunRecord record = newRecord(); // before the clock starts, because it reads all the data
    m_watch = Stopwatch();
    m_joulesBefore = joulesNow();
    if (m_resumption)
        m_joulesElsewhere = m_resumption->record.joules.value_or(0.0);
    const std::vector<std::string> all = measured();
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(m_setup.metrics().names().size());
    const std::vector<std::string> names(all.begin(), first), validated(first, all.end());
    const bool scaled = lossScale().has_value();
    if (m_resumption) {
        m_log.emplace(
            RunLog::reopen(std::move(m_resumption->folder), m_setup.project(), std::move(record), names, validated, scaled, m_at));
        m_log->folder().checkpoints().removeAfter(step());
    } else {
        RunFolder folder =
            m_options.runFolder.empty() ? RunFolder::createBeside(m_options.projectFile) : RunFolder::create(m_options.runFolder);
        m_log.emplace(RunLog::create(std::move(folder), m_setup.project(), std::move(record), names, validated, scaled));
    }
    m_log->folder().save(m_setup.network().choices()).take();
    if (m_options.events.start)
        m_options.events.start(startEvent());
}

/// The measurements of an epoch, in the order of its row.
std::vector<std::string> Trainer::measured() const
{
    std::vector<std::string> names = m_setup.metrics().names();
    if (m_setup.validates())
        for (const std::string& name : m_setup.metrics().names())
            names.push_back("val_" + name);
    return names;
}

std::string Trainer::judgedByProject() const
{
    const std::string& monitor = m_setup.project().training.monitor;
    const std::vector<std::string> names = measured();
    std::string name = netsmith::judgedBy(names, monitor);
    if (name.empty())
        throw Error(ErrorKind::usage,
                    NS_MESSAGE("train.monitor", "training.monitor is \"{0}\", which is not measured here; choose from: {1}"),
                    monitor, fmt::format("{}", fmt::join(names, ", ")));
    return name;
}

bool Trainer::over() const
{
    const TrainingSettings& training = m_setup.project().training;
    return m_at.epoch >= training.epochs || waitedEnough(training.earlyStopping, m_at);
}

/// The hook's number of steps for the next launch, or 0 for as many as fit.
int Trainer::askForLaunch(bool validating, std::int64_t done, std::int64_t count)
{
    if (!m_options.between || stopping())
        return 0;
    const LivePosition position{
        m_at.epoch + 1, m_setup.project().training.epochs,     step(), m_setup.totalSteps(), validating, done,
        count,          control::stepsTaken(m_saved->counters)};
    LiveRun run(position, m_prediction);
    const Stopwatch away;
    const LaunchOrder order = m_options.between(run);
    m_secondsAway += away.seconds();
    return order.steps;
}

/// Trains the rest of the epoch; false if a stop or the last requested step came first.
bool Trainer::trainEpoch()
{
    m_epochBegan = secondsHere();
    resumeTiming();
    m_secondsTrainingAtEpoch = m_secondsTraining;
    m_flopsAtEpoch = m_flopsHere;
    m_joulesAtEpoch = position() == 0 ? joulesNow() : std::nullopt;
    onDevice([&] { m_setup.beginEpoch(m_at.epoch); });
    while (position() < m_setup.data().trainCount()) {
        if (reachedStepLimit())
            return false;
        const int ordered = askForLaunch(false, position(), m_setup.data().trainCount());
        if (stopping())
            return false;
        launch(ordered);
        const bool wanted = m_options.checkpointWanted && m_options.checkpointWanted->exchange(false);
        if (!wanted && !m_checkpointPacer.isDue(step()))
            continue;
        secondsOfTraining();
        saveCheckpoint(wanted ? CheckpointKind::kept : CheckpointKind::passing);
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

NextStep Trainer::nextStep() const
{
    return train::nextStep(m_setup.batch(), m_setup.project().training.gradientAccumulationSteps,
                           m_setup.data().trainCount() - position());
}

/// Runs some steps and logs each. Only steps of whole batches go together; the epoch's last may be a launch of its own.
void Trainer::launch(int ordered)
{
    CompiledNetwork& network = m_setup.network();
    const NextStep next = nextStep();
    const std::int64_t samples = next.samples(m_setup.batch());
    const std::int64_t left = m_setup.data().trainCount() - position();
    const bool repeats = next.last == 0 && next.batches == m_setup.project().training.gradientAccumulationSteps;
    std::int64_t most = repeats ? left / samples : 1;
    if (const auto untilCheckpoint = m_checkpointPacer.stepsLeft(step()))
        most = std::min(most, *untilCheckpoint);
    if (m_options.steps > 0)
        most = std::min(most, m_options.steps - step());
    const std::vector<TrainingPhase>& phases = m_setup.project().training.phases;
    const PhaseMoment now = phaseAt(m_setup.project().training, m_at.epoch, step());
    if (now.stepsLeft > 0)
        most = std::min(most, now.stepsLeft);
    const int steps = m_trainPacer.next(network.stepsAtOnce("train", most, samples), ordered);
    const MetricTable& metrics = m_setup.metrics();
    const std::size_t recorded = metrics.recorded();
    const std::int64_t before = step();
    const std::vector<double> rates = m_setup.learningRates().of(m_at.counters[control::step], steps, m_at.schedules);
    const std::vector<float> deviceRates(rates.begin(), rates.end());
    std::vector<float> rows(static_cast<std::size_t>(steps) * recorded);

    double flops = 0.0;
    const Stopwatch watch;
    const int done = onDevice([&] {
        network.stage("train", position(), steps * samples);
        network.writeCounters(m_at.counters, m_at.groupSteps);
        if (next.last > 0 && next.batches > 0) {
            const CompiledNetwork::Sized& full = network.at(m_setup.batch());
            const std::vector<int> accumulated = full.accumulating(next.batches, now.phase);
            full.executable->run(accumulated, 1, {}, {}).take();
            flops += full.flopsOf(accumulated);
        }
        const CompiledNetwork::Sized& sized = network.at(next.last > 0 ? next.last : m_setup.batch());
        const std::vector<int> programs = sized.step(next.last > 0 ? 1 : next.batches, now.phase);
        const int ran = sized.executable->run(programs, steps, deviceRates, rows).take();
        flops += ran * sized.flopsOf(programs);
        network.checkRead("train");
        return ran;
    });
    const double seconds = watch.seconds();
    m_samplesHere += done * samples;
    m_flopsHere += flops;
    if (ordered == 0)
        m_trainPacer.took(steps, seconds);

    std::vector<double> sums;
    std::vector<StepValues> told;
    for (int i = 0; i < done; ++i) {
        const auto row = std::span<const float>(rows).subspan(static_cast<std::size_t>(i) * recorded, recorded);
        addRow(m_at.sums, row.first(metrics.columns()));
        sums.assign(metrics.columns(), 0.0);
        addRow(sums, row.first(metrics.columns()));
        told.push_back({.step = before + i + 1, .values = metrics.means(sums), .lossScale = metrics.lossScale(row)});
    }
    network.countSteps(m_at.counters, m_at.groupSteps, done, samples, now.phase);
    std::size_t counted = 0;
    for (std::size_t i = 0; i < told.size(); ++i) {
        told[i].learningRate = rates[counted];
        for (std::size_t group = 1; group < m_setup.learningRates().groups(); ++group)
            told[i].groupRates.push_back(rates[group * static_cast<std::size_t>(steps) + counted]);
        // The scale is reduced only after such a step; its rate is used by the next one.
        told[i].skipped = (i + 1 < told.size() ? told[i + 1].lossScale : lossScale()) < told[i].lossScale;
        counted += told[i].skipped ? 0 : 1;
        m_log->step(m_at.epoch + 1, told[i]);
    }
    if (done > 0)
        m_log->timing(m_at.epoch + 1, step(), done, seconds);
    m_log->flush();
    if (done < steps)
        diverged();
    const double passed = secondsOfTraining();
    if (m_options.events.step)
        m_options.events.step({.step = step(),
                               .totalSteps = m_setup.totalSteps(),
                               .epoch = m_at.epoch + 1,
                               .phase = phases.empty() ? std::string() : phases[now.phase].name,
                               .learningRate = told.back().learningRate,
                               .groupRates = groupRates(told.back().groupRates),
                               .samplesPerSecond = static_cast<double>(done * samples) / std::max(passed, 1e-9),
                               .values = metrics.values(sums),
                               .seconds = totalSeconds(),
                               .epochValues = metrics.values(m_at.sums),
                               .steps = std::move(told),
                               .lossScale = lossScale(),
                               .skippedSteps = m_at.counters[control::skipped],
                               .rate = rateOf(flops, passed)});
}

/// By the names of their columns.
NamedValues Trainer::groupRates(const std::vector<double>& rates) const
{
    NamedValues named;
    const std::vector<std::string> columns = m_setup.learningRates().columns();
    for (std::size_t i = 0; i < columns.size(); ++i)
        named.emplace_back(columns[i], rates[i]);
    return named;
}

std::optional<double> Trainer::lossScale() const
{
    if (!isScaled(precisionFrom(m_setup.project().training.precision)))
        return std::nullopt;
    return lossScaleOf({m_setup.project().training.lossScale}, m_at.counters[control::scaleShift]);
}

/// Validates, logs the epoch and writes its checkpoint; false if a stop came first.
bool Trainer::endEpoch()
{
    const MetricTable& metrics = m_setup.metrics();
    NamedValues values = metrics.values(m_at.sums);
    std::vector<double> validated;
    if (m_setup.validates()) {
        const std::int64_t count = m_setup.data().validationCount();
        const auto sums = onDevice([&] {
            return evaluateSums(m_setup.network(), count, m_evaluatePacer, m_options.stop,
                                [&](std::int64_t done) { return askForLaunch(true, done, count); });
        });
        if (!sums)
            return false;
        validated = metrics.means(*sums);
        for (const auto& value : metrics.values(*sums, "val_"))
            values.push_back(value);
    }
    const std::vector<double> rates = lastRates();
    m_log->epoch(m_at.epoch + 1, step(), rates, metrics.means(m_at.sums), validated);

    const double loss = validated.empty() ? values.front().second : validated.front();
    const double judged = valueIn(values, m_judgedBy);
    const MeasuredQuantity quantity = measuredQuantity(m_judgedBy);
    const bool best = std::isfinite(judged) && (!m_at.best || quantity.isBetter(judged, m_at.best->value));
    if (best)
        m_at.best = BestEpoch{judged, m_at.epoch, step()};
    if (improves(m_setup.project().training.earlyStopping, m_at.improved, judged, quantity.higherIsBetter))
        m_at.improved = BestEpoch{judged, m_at.epoch, step()};
    m_setup.learningRates().epochEnded(loss, m_at.schedules);
    ++m_at.epoch;
    m_at.counters[control::position] = 0;
    m_at.sums.assign(metrics.columns(), 0.0);
    RunRecord& record = m_log->record();
    record.values = values;
    const std::optional<double> joules = joulesOfEpoch();
    if (joules || !record.epochJoules.empty()) {
        record.epochJoules.resize(static_cast<std::size_t>(m_at.epoch));
        record.epochJoules.back() = joules;
    }
    saveEpoch();
    if (m_options.events.epoch)
        m_options.events.epoch({.epoch = m_at.epoch,
                                .epochs = m_setup.project().training.epochs,
                                .step = step(),
                                .seconds = secondsHere() - m_epochBegan,
                                .values = std::move(values),
                                .best = best,
                                .learningRate = rates.front(),
                                .totalSeconds = totalSeconds(),
                                .epochsWaited = epochsWaited(m_at),
                                .joules = joules,
                                .rate = rateOf(m_flopsHere - m_flopsAtEpoch, m_secondsTraining - m_secondsTrainingAtEpoch)});
    return true;
}

void Trainer::noteFigures(RunRecord& record) const
{
    record.seconds = totalSeconds();
    if (m_samplesHere > 0 && m_secondsTraining > 0.0)
        record.samplesPerSecond = static_cast<double>(m_samplesHere) / m_secondsTraining;
    if (m_flopsHere > 0.0)
        record.rate = rateOf(m_flopsHere, m_secondsTraining);
    if (m_joulesBefore)
        if (const auto now = joulesNow(); now && *now >= *m_joulesBefore)
            record.joules = m_joulesElsewhere + (*now - *m_joulesBefore);
}

std::optional<double> Trainer::joulesOfEpoch() const
{
    const auto now = m_joulesAtEpoch ? joulesNow() : std::nullopt;
    return now && *now >= *m_joulesAtEpoch ? std::optional(*now - *m_joulesAtEpoch) : std::nullopt; // else its driver was restarted
}

} // namespace netsmith::train
