#include "engine/twin/twin_copy.h"

#include "engine/ops/loss_scale_steps.h"
#include "engine/train/evaluation.h"
#include "engine/twin/twin_memory.h"

namespace netsmith::twin {

TwinCopy::TwinCopy(Project project, train::LoadedData data, Backend& backend, bool fuse, const PreparingWatch& watch)
    : m_setup(std::move(project), std::move(data), backend, {.fuse = fuse}, watch)
    , m_observedPlan(observedPlan(m_setup.network().plan()))
    , m_observed(backend.compile(m_observedPlan, m_setup.network().state(), observed).take())
    , m_sums(m_setup.metrics().columns(), 0.0)
{
    m_setup.network().drawWeights();
    m_setup.beginEpoch(0);
}

std::optional<double> TwinCopy::lossScale()
{
    if (!isScaled(precision()))
        return std::nullopt;
    return lossScaleOf({m_setup.project().training.lossScale}, m_counters[control::scaleShift]);
}

double TwinCopy::gradientScale()
{
    const std::optional<double> scale = lossScale();
    return scale ? *scale / static_cast<double>(m_setup.batch()) : 1.0;
}

TwinCopy::Lasting TwinCopy::lasting()
{
    Lasting all{.arenas = {}, .statistics = {}, .counters = m_counters, .groupSteps = m_groupSteps, .sums = m_sums};
    for (const StateRow& row : plan().state.rows) {
        if (!row.isKept())
            continue;
        std::vector<double>& values = all.arenas.emplace_back(row.arena, static_cast<std::size_t>(row.elements)).second;
        m_setup.network().state().readArena(row.arena, values).take();
        if (row.arena != Arena::statistics)
            continue;
        for (const Segment& segment : plan().statistics.segments)
            all.statistics[segment.id].assign(values.begin() + segment.offset,
                                              values.begin() + segment.offset + segment.elements());
        all.arenas.pop_back();
    }
    return all;
}

void TwinCopy::goOn(const Lasting& from, std::int64_t epoch)
{
    for (const auto& [arena, values] : from.arenas)
        m_setup.network().state().writeArena(arena, std::span<const double>(values)).take();
    if (!from.statistics.empty() && plan().statistics.elements > 0) {
        std::vector<double> all(static_cast<std::size_t>(plan().statistics.elements));
        m_setup.network().state().readArena(Arena::statistics, all).take();
        for (const Segment& segment : plan().statistics.segments)
            if (const auto known = from.statistics.find(segment.id); known != from.statistics.end())
                std::ranges::copy(known->second, all.begin() + segment.offset);
        m_setup.network().state().writeArena(Arena::statistics, std::span<const double>(all)).take();
    }
    m_counters = from.counters;
    m_groupSteps = from.groupSteps;
    m_sums = from.sums;
    m_setup.beginEpoch(epoch);
}

void TwinCopy::beginEpoch(std::int64_t epoch)
{
    m_counters[control::position] = 0;
    m_sums.assign(m_sums.size(), 0.0);
    m_setup.beginEpoch(epoch);
}

double TwinCopy::epochLoss()
{
    if (!m_setup.validates())
        return m_setup.metrics().means(m_sums).front();
    const auto sums = train::evaluateSums(m_setup.network(), m_setup.data().validationCount(), m_pacer, {});
    return m_setup.metrics().means(*sums).front();
}

std::optional<double> TwinCopy::step(std::span<const double> rates, std::size_t phase)
{
    CompiledNetwork& network = m_setup.network();
    const train::NextStep next =
        train::nextStep(m_setup.batch(), m_setup.project().training.gradientAccumulationSteps, samplesLeft());
    const std::int64_t samples = next.samples(m_setup.batch());
    network.stage("train", m_counters[control::position], samples);
    network.writeCounters(m_counters, m_groupSteps);
    if (next.last > 0 && next.batches > 0) {
        const CompiledNetwork::Sized& full = network.at(m_setup.batch());
        full.executable->run(full.accumulating(next.batches, phase), 1, {}, {}).take();
    }
    const CompiledNetwork::Sized& sized = network.at(next.last > 0 ? next.last : m_setup.batch());
    const std::vector<int> programs = sized.step(next.last > 0 ? 1 : next.batches, phase);
    const std::vector<float> deviceRates(rates.begin(), rates.end());
    std::vector<float> row(m_setup.metrics().recorded());
    if (sized.executable->run(programs, 1, deviceRates, row).take() == 0)
        return std::nullopt;
    network.countSteps(m_counters, m_groupSteps, 1, samples, phase);
    std::vector<double> sums;
    train::addRow(sums, row);
    train::addRow(m_sums, std::span<const float>(row).first(m_sums.size()));
    return m_setup.metrics().means(sums).front();
}

void TwinCopy::look()
{
    CompiledNetwork& network = m_setup.network();
    network.stage("train", m_counters[control::position], m_setup.batch());
    network.writeCounters(m_counters, m_groupSteps);
    const int program = m_observedPlan.programIndex(programs::forwardBackward);
    m_observed->run(std::span(&program, 1), 1, {}, {}).take();
}

std::vector<double> TwinCopy::read(TensorId tensor)
{
    std::vector<double> values(static_cast<std::size_t>(plan().tensor(tensor).shape.elements()));
    m_observed->read(tensor, values).take();
    return values;
}

std::vector<double> TwinCopy::read(Arena arena)
{
    std::vector<double> values(static_cast<std::size_t>(plan().parameters.elements));
    m_setup.network().state().readArena(arena, values).take();
    return values;
}

void TwinCopy::writeWeights(std::span<const double> values)
{
    m_setup.network().state().writeArena(Arena::weights, values).take();
}

} // namespace netsmith::twin
