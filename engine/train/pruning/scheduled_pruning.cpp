#include "engine/train/pruning/scheduled_pruning.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace netsmith::train {
namespace {

std::int64_t stepAt(double share, std::int64_t totalSteps)
{
    return static_cast<std::int64_t>(std::floor(share * static_cast<double>(totalSteps)));
}

std::vector<const Segment*> prunedSegments(const LogicalPlan& plan)
{
    std::vector<const Segment*> pruned;
    for (const Segment& segment : plan.parameters.segments)
        if (segment.isPruned)
            pruned.push_back(&segment);
    return pruned;
}

/// A layer without any weights would be a dead end.
void keepOne(RemovalCandidates& array)
{
    *std::ranges::max_element(array.importance) = std::numeric_limits<double>::infinity();
}

void removeShare(std::span<RemovalCandidates> arrays, double share, std::int64_t least)
{
    std::int64_t weights = 0;
    for (const RemovalCandidates& array : arrays)
        weights += std::ssize(array.importance);
    removeLeast(arrays, std::min(std::max(countOf(share, weights), least), weights - std::ssize(arrays)));
}

} // namespace

ScheduledPruning::ScheduledPruning(CompiledNetwork& network, const TrainingSettings& training, std::int64_t totalSteps)
    : m_network(network)
    , m_schedule(training.pruning)
    , m_seed(static_cast<std::uint64_t>(training.seed))
    , m_first(stepAt(m_schedule.begin, totalSteps))
    , m_last(std::max(m_first + 1, stepAt(m_schedule.end, totalSteps)))
{
}

std::int64_t ScheduledPruning::stepsLeft(std::int64_t step) const
{
    if (!goesOn(step))
        return std::numeric_limits<std::int64_t>::max();
    const std::int64_t since = std::max<std::int64_t>(step - m_first, 0);
    const std::int64_t next = m_first + (since / m_schedule.frequency + 1) * m_schedule.frequency;
    return std::min(next, m_last) - step;
}

/// Where a step is between the first and the last.
double ScheduledPruning::timeOf(std::int64_t step) const
{
    return static_cast<double>(step - m_first) / static_cast<double>(m_last - m_first);
}

void ScheduledPruning::follow(std::int64_t step)
{
    const bool isDue = step > m_first && (step == m_last || (step < m_last && (step - m_first) % m_schedule.frequency == 0));
    if (m_schedule.sparsity <= 0.0 || !isDue)
        return;
    const std::vector<const Segment*> segments = prunedSegments(m_network.plan());
    if (segments.empty())
        return;
    std::vector<std::vector<double>> weights;
    std::vector<RemovalCandidates> candidates;
    std::vector<std::int64_t> zeros;
    std::int64_t count = 0;
    const WeightCriterion criterion = weightCriterionNamed(m_schedule.criterion);
    for (std::size_t i = 0; i < segments.size(); ++i) {
        weights.push_back(read(Arena::weights, *segments[i]));
        zeros.push_back(std::ranges::count(weights.back(), 0.0));
        count += segments[i]->elements();
        candidates.emplace_back(
            importanceOf(weights.back(), comparesWithFirst() ? m_remembered.at(i) : std::vector<float>(), criterion, m_seed, i));
        keepOne(candidates.back());
    }
    // The share that the last pruning reached may differ from the schedule's, as in a network that had zeros before.
    const std::int64_t before = m_first + (step - 1 - m_first) / m_schedule.frequency * m_schedule.frequency;
    const auto shareAfter = [&](std::int64_t zerosNow, std::int64_t all) {
        return scheduledShare(static_cast<double>(zerosNow) / static_cast<double>(all), m_schedule.sparsity, timeOf(step),
                              timeOf(before));
    };
    if (m_schedule.scope == "layer") {
        for (std::size_t i = 0; i < candidates.size(); ++i)
            removeShare(std::span(candidates).subspan(i, 1), shareAfter(zeros[i], segments[i]->elements()), zeros[i]);
    } else {
        const std::int64_t all = std::accumulate(zeros.begin(), zeros.end(), std::int64_t{0});
        removeShare(candidates, shareAfter(all, count), all);
    }
    for (std::size_t i = 0; i < segments.size(); ++i)
        for (const Arena arena : {Arena::weights, Arena::average}) {
            if (arena == Arena::average && !m_network.plan().averages)
                continue;
            std::vector<double> kept = arena == Arena::average ? read(arena, *segments[i]) : std::move(weights[i]);
            for (std::size_t j = 0; j < kept.size(); ++j)
                if (candidates[i].gone[j])
                    kept[j] = 0.0;
            m_network.state().writePart(arena, segments[i]->offset, std::span<const double>(kept)).take();
        }
}

bool ScheduledPruning::comparesWithFirst() const
{
    return m_schedule.sparsity > 0.0 && m_schedule.criterion == idOf(WeightCriterion::movement);
}

void ScheduledPruning::rememberWeights()
{
    m_remembered.clear();
    if (!comparesWithFirst())
        return;
    for (const Segment* segment : prunedSegments(m_network.plan())) {
        const std::vector<double> weights = read(Arena::weights, *segment);
        m_remembered.emplace_back(weights.begin(), weights.end());
    }
}

std::vector<double> ScheduledPruning::read(Arena arena, const Segment& segment) const
{
    std::vector<double> numbers(static_cast<std::size_t>(segment.elements()));
    m_network.state().readPart(arena, segment.offset, std::span<double>(numbers)).take();
    return numbers;
}

} // namespace netsmith::train
