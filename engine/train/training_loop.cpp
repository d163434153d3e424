#include "engine/train/training_loop.h"

#include "engine/catalog/catalog.h"
#include "engine/losses/measured_quantity.h"
#include "engine/ops/loss_scale_steps.h"
#include "engine/train/evaluation.h"
#include "engine/train/trainer/early_stopping.h"

#include <fmt/format.h>

#include <cmath>

namespace netsmith::train {
namespace {

double valueIn(const NamedValues& values, const std::string& name)
{
    return std::ranges::find(values, name, &NamedValues::value_type::first)->second;
}

std::string judgedByOf(const std::vector<std::string>& names, const std::string& monitor)
{
    std::string name = netsmith::judgedBy(names, monitor);
    if (name.empty())
        throw Error(ErrorKind::usage,
                    NS_MESSAGE("train.monitor", "training.monitor is \"{0}\", which is not measured here; choose from: {1}"),
                    monitor, fmt::format("{}", fmt::join(names, ", ")));
    return name;
}

} // namespace

TrainingLoop::TrainingLoop(TrainingSetup& setup, const TrainingSettings& training, int stepsPerLaunch)
    : m_setup(setup)
    , m_training(training)
    , m_orders(setup.network().ranks())
    , m_rates(training, trainingLength(training, setup.data().trainCount()))
    , m_pruning(setup.network(), training, trainingLength(training, setup.data().trainCount()).totalSteps)
    , m_judgedBy(judgedByOf(measured(), training.monitor))
    , m_trainPacer(stepsPerLaunch)
    , m_evaluatePacer(stepsPerLaunch)
{
    m_at.sums.assign(setup.metrics().columns(), 0.0);
}

bool TrainingLoop::isOver() const
{
    return m_at.epoch >= m_training.epochs || (!m_pruning.goesOn(step()) && waitedEnough(m_training.earlyStopping, m_at));
}

std::vector<std::string> TrainingLoop::measured() const
{
    std::vector<std::string> names = m_setup.metrics().names();
    if (m_setup.validates())
        for (const std::string& name : m_setup.metrics().names())
            names.push_back("val_" + name);
    return names;
}

std::vector<double> TrainingLoop::lastRates() const
{
    return m_rates.at(std::max<std::int64_t>(m_at.counters[control::step] - 1, 0), m_at.schedules);
}

std::optional<double> TrainingLoop::lossScale() const
{
    if (!isScaled(precisionFrom(m_training.precision)))
        return std::nullopt;
    return lossScaleOf({m_training.lossScale}, m_at.counters[control::scaleShift]);
}

NextStep TrainingLoop::nextStep() const
{
    return train::nextStep(m_setup.batch(), m_training.gradientAccumulationSteps, m_setup.data().trainCount() - samplesDone());
}

void TrainingLoop::beginEpoch()
{
    m_orders.give(RankOrder::beginEpoch);
    m_setup.beginEpoch(m_at.epoch);
}

/// Only steps of whole batches go together; the epoch's last may be a launch of its own.
TrainingLoop::Launch TrainingLoop::launch(std::int64_t most, int wanted)
{
    const NextStep next = nextStep();
    const std::int64_t samples = next.samples(m_setup.batch());
    const bool repeats = next.last == 0 && next.batches == m_training.gradientAccumulationSteps;
    most = std::min(most, repeats ? (m_setup.data().trainCount() - samplesDone()) / samples : 1);
    const PhaseMoment now = phaseAt(m_training, m_at.epoch, step());
    if (now.stepsLeft > 0)
        most = std::min(most, now.stepsLeft);
    most = std::min(most, m_pruning.stepsLeft(step()));
    const int ordered = m_trainPacer.next(m_setup.network().stepsAtOnce("train", most, samples), wanted);
    m_orders.give(RankOrder::launch, ordered);
    Launch launch = launchOrdered(ordered, next, now);
    if (wanted == 0)
        m_trainPacer.took(launch.ordered, launch.seconds);
    return launch;
}

TrainingLoop::Launch TrainingLoop::launchOrdered(int ordered, const NextStep& next, const PhaseMoment& now)
{
    CompiledNetwork& network = m_setup.network();
    Launch launch;
    launch.samples = next.samples(m_setup.batch());
    launch.phase = now.phase;
    launch.ordered = ordered;
    const MetricTable& metrics = m_setup.metrics();
    const std::size_t recorded = metrics.recorded();
    const std::int64_t before = step();
    const std::vector<double> rates = m_rates.of(m_at.counters[control::step], launch.ordered, m_at.schedules);
    const std::vector<float> deviceRates(rates.begin(), rates.end());
    std::vector<float> rows(static_cast<std::size_t>(launch.ordered) * recorded);

    const Stopwatch watch;
    network.stage("train", samplesDone(), launch.ordered * launch.samples);
    network.writeCounters(m_at.counters, m_at.groupSteps, next.batches > 0 ? m_setup.batch() : next.last);
    if (next.last > 0 && next.batches > 0) {
        const CompiledNetwork::Sized& full = network.at(m_setup.batch());
        const std::vector<int> accumulated = full.accumulating(next.batches, now.phase);
        full.executable->run(accumulated, 1, {}, {}).take();
        launch.flops += full.flopsOf(accumulated);
        if (network.ranks()) { // this one's share of the last batch begins elsewhere
            auto counters = m_at.counters;
            counters[control::position] += next.batches * m_setup.batch();
            counters[control::samples] += next.batches * m_setup.batch();
            network.writeCounters(counters, m_at.groupSteps, next.last);
        }
    }
    const CompiledNetwork::Sized& sized = network.at(next.last > 0 ? next.last : m_setup.batch());
    const std::vector<int> programs = sized.step(next.last > 0 ? 1 : next.batches, now.phase);
    launch.done = sized.executable->run(programs, launch.ordered, deviceRates, rows).take();
    launch.flops += launch.done * sized.flopsOf(programs);
    network.checkRead("train");
    launch.seconds = watch.seconds();

    for (int i = 0; i < launch.done; ++i) {
        const auto row = std::span<const float>(rows).subspan(static_cast<std::size_t>(i) * recorded, recorded);
        addRow(m_at.sums, row.first(metrics.columns()));
        launch.sums.assign(metrics.columns(), 0.0);
        addRow(launch.sums, row.first(metrics.columns()));
        launch.steps.push_back({.step = before + i + 1, .values = metrics.means(launch.sums), .lossScale = metrics.lossScale(row)});
    }
    network.countSteps(m_at.counters, m_at.groupSteps, launch.done, launch.samples, now.phase);
    if (launch.done == launch.ordered)
        m_pruning.follow(step());
    std::size_t counted = 0;
    for (std::size_t i = 0; i < launch.steps.size(); ++i) {
        StepValues& values = launch.steps[i];
        values.learningRate = rates[counted];
        for (std::size_t group = 1; group < m_rates.groups(); ++group)
            values.groupRates.push_back(rates[group * static_cast<std::size_t>(launch.ordered) + counted]);
        // The scale goes down after such a step alone; the rate that was meant for it is the next one's.
        values.skipped = (i + 1 < launch.steps.size() ? launch.steps[i + 1].lossScale : lossScale()) < values.lossScale;
        counted += values.skipped ? 0 : 1;
    }
    return launch;
}

std::vector<KernelTime> TrainingLoop::timeKernels()
{
    const std::int64_t batch = m_setup.batch();
    if (samplesDone() + batch > m_setup.data().trainCount())
        return {};
    CompiledNetwork& network = m_setup.network();
    network.stage("train", samplesDone(), batch);
    network.writeCounters(m_at.counters, m_at.groupSteps);
    const CompiledNetwork::Sized& sized = network.at(batch);
    const std::size_t phase = phaseAt(m_training, m_at.epoch, step()).phase;
    std::vector<KernelTime> times = train::timeKernels(*sized.executable, sized.phases[phase].forwardBackward);
    network.checkRead("train");
    return times;
}

std::optional<StepTimes> TrainingLoop::timeStep()
{
    const NextStep next = nextStep();
    const auto batches = static_cast<int>(next.batches);
    if (next.last > 0 || batches < 1)
        return std::nullopt;
    CompiledNetwork& network = m_setup.network();
    const CompiledNetwork::Sized& sized = network.at(m_setup.batch());
    const CompiledNetwork::Sized::Phase& programs = sized.phases[phaseAt(m_training, m_at.epoch, step()).phase];
    StepTimes times;
    const Stopwatch watch;
    network.stage("train", samplesDone(), next.samples(m_setup.batch()));
    times.seconds = times.staging = watch.seconds();
    network.writeCounters(m_at.counters, m_at.groupSteps);
    const auto run = [&](int program, int runs) {
        if (program < 0 || runs < 1)
            return;
        std::vector<KernelTime> kernels = train::timeKernels(*sized.executable, program);
        const double seconds = kernels.empty() ? 0.0 : kernels.back().start + kernels.back().seconds;
        times.programs.push_back(
            {program, sized.plan.programs[static_cast<std::size_t>(program)].name, runs, times.seconds, std::move(kernels)});
        times.seconds += seconds;
    };
    run(programs.forwardBackward, batches);
    run(programs.accumulate, batches - 1);
    run(programs.update, 1);
    network.checkRead("train");
    return times;
}

std::optional<TrainingLoop::Epoch> TrainingLoop::endEpoch(const std::stop_token& stop,
                                                          const std::function<int(std::int64_t)>& between)
{
    m_orders.give(RankOrder::endEpoch);
    const MetricTable& metrics = m_setup.metrics();
    Epoch epoch{.number = m_at.epoch + 1,
                .rates = lastRates(),
                .trained = metrics.means(m_at.sums),
                .validated = {},
                .values = metrics.values(m_at.sums)};
    if (m_setup.validates()) {
        const auto sums = evaluateSums(m_setup.network(), m_setup.data().validationCount(), m_evaluatePacer, stop, between);
        if (!sums)
            return std::nullopt;
        epoch.validated = metrics.means(*sums);
        for (const auto& value : metrics.values(*sums, "val_"))
            epoch.values.push_back(value);
    }
    const double loss = epoch.validated.empty() ? epoch.values.front().second : epoch.validated.front();
    const double judged = valueIn(epoch.values, m_judgedBy);
    const MeasuredQuantity quantity = measuredQuantity(m_judgedBy);
    // An epoch before all weights are zero that shall be is no result: the first one after it is better, and improves.
    for (std::optional<BestEpoch>* last : {&m_at.best, &m_at.improved})
        if (*last && m_pruning.goesOn((*last)->step) && !m_pruning.goesOn(step()))
            last->reset();
    epoch.best = std::isfinite(judged) && (!m_at.best || quantity.isBetter(judged, m_at.best->value));
    if (epoch.best)
        m_at.best = BestEpoch{judged, m_at.epoch, step()};
    if (improves(m_training.earlyStopping, m_at.improved, judged, quantity.higherIsBetter))
        m_at.improved = BestEpoch{judged, m_at.epoch, step()};
    m_rates.epochEnded(loss, m_at.schedules);
    ++m_at.epoch;
    m_at.counters[control::position] = 0;
    m_at.sums.assign(metrics.columns(), 0.0);
    return epoch;
}

void TrainingLoop::shareStart()
{
    if (!m_orders.areGiven())
        return;
    m_at = m_orders.shared(m_at);
    if (!m_orders.leads())
        m_pruning.rememberWeights();
    for (std::vector<float>& first : m_pruning.remembered())
        m_orders.share(first);
    m_orders.share(m_setup.network());
    m_setup.network().writeCounters(m_at.counters, m_at.groupSteps);
}

void TrainingLoop::follow()
{
    for (;;) {
        const auto [order, steps] = m_orders.next();
        switch (order) {
        case RankOrder::beginEpoch: beginEpoch(); break;
        case RankOrder::launch: launchOrdered(steps, nextStep(), phaseAt(m_training, m_at.epoch, step())); break;
        case RankOrder::endEpoch: endEpoch(); break;
        case RankOrder::end: return;
        }
    }
}

} // namespace netsmith::train
