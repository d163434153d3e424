#include "engine/train/rate_range.h"

#include "engine/train/setup.h"

#include <algorithm>
#include <cmath>

namespace netsmith::train {
namespace {

constexpr double smoothing = 0.9;
constexpr double explosion = 4.0; ///< times the lowest loss

void check(const RateRangeOptions& options)
{
    if (!(options.from > 0.0) || !(options.to > options.from) || !std::isfinite(options.to))
        throw Error(ErrorKind::input,
                    NS_MESSAGE("rates.from_to",
                               "the learning rates go from {0} to {1}; choose a first that is above 0 and a last that is above it"),
                    options.from, options.to);
    if (options.steps < RateRangeOptions::leastSteps || options.steps > RateRangeOptions::mostSteps)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("rates.steps", "a learning-rate range test can't have {0:step|steps}; choose {1} to {2}"),
                    options.steps, RateRangeOptions::leastSteps, RateRangeOptions::mostSteps);
}

/// Training steps of whole batches, one after another, with a rate for each.
class Steps {
public:
    explicit Steps(TrainingSetup& setup)
        : m_setup(setup)
        , m_batches(std::min(setup.project().training.gradientAccumulationSteps, setup.data().trainCount() / setup.batch()))
        , m_programs(setup.network().at(setup.batch()).step(m_batches))
        , m_row(setup.metrics().recorded())
    {
        for (const double rate : setup.learningRates().ofOptimizers())
            m_rates.push_back(static_cast<float>(rate));
        setup.network().drawWeights();
        setup.beginEpoch(0);
    }

    /// The mean loss of a step, or nothing if it produced a NaN or an infinity and left the weights unchanged.
    std::optional<double> take(double rate)
    {
        const std::int64_t samples = m_batches * m_setup.batch();
        if (m_counters[control::position] + samples > m_setup.data().trainCount()) {
            m_setup.beginEpoch(++m_epoch);
            m_counters[control::position] = 0;
        }
        CompiledNetwork& network = m_setup.network();
        network.stage("train", m_counters[control::position], samples);
        network.writeCounters(m_counters, m_groupSteps);
        m_rates.front() = static_cast<float>(rate);
        const int done = network.at(m_setup.batch()).executable->run(m_programs, 1, m_rates, m_row).take();
        if (done == 0)
            return std::nullopt;
        network.countSteps(m_counters, m_groupSteps, done, samples);
        std::vector<double> sums;
        addRow(sums, std::span<const float>(m_row).first(m_setup.metrics().columns()));
        const double loss = m_setup.metrics().means(sums).front();
        return std::isfinite(loss) ? std::optional(loss) : std::nullopt;
    }

private:
    TrainingSetup& m_setup;
    std::int64_t m_batches;
    std::vector<int> m_programs;
    std::vector<float> m_row;
    std::vector<float> m_rates; ///< of each update group: the first one's is searched for
    std::array<std::int64_t, control::counterCount> m_counters{};
    std::vector<std::int64_t> m_groupSteps;
    std::int64_t m_epoch = 0;
};

} // namespace

RateRange findRates(Project project, LoadedData data, Backend& backend, const RateRangeOptions& options)
{
    check(options);
    TrainingSetup setup(std::move(project), std::move(data), backend, {.fuse = options.fuse},
                        {.report = options.preparing, .stop = options.stop});
    Steps steps(setup);
    RateRange range;
    const double factor = std::log(options.to / options.from) / (options.steps - 1);
    double mean = 0.0;
    double lowest = HUGE_VAL;
    for (int i = 0; i < options.steps && !options.stop.stop_requested(); ++i) {
        const double rate = options.from * std::exp(factor * i);
        const std::optional<double> loss = steps.take(rate);
        if (!loss) {
            range.exploded = true;
            break;
        }
        mean = smoothing * mean + (1.0 - smoothing) * *loss;
        range.points.push_back({rate, *loss, mean / (1.0 - std::pow(smoothing, i + 1))});
        if (options.point)
            options.point(range.points.back());
        lowest = std::min(lowest, range.points.back().smoothed);
        if (range.points.back().smoothed > explosion * std::abs(lowest)) {
            range.exploded = i + 1 < options.steps;
            break;
        }
    }
    suggestRates(range);
    return range;
}

namespace {

/// The deviation of a step's loss from that over all samples: from the median of the second differences, which a slope does not
/// affect, scaled as for a normal distribution.
double noiseOf(const std::vector<RatePoint>& points)
{
    std::vector<double> bends;
    for (std::size_t i = 1; i + 1 < points.size(); ++i)
        bends.push_back(std::abs(points[i + 1].loss - 2.0 * points[i].loss + points[i - 1].loss));
    if (bends.empty())
        return 0.0;
    const auto middle = bends.begin() + std::ssize(bends) / 2;
    std::ranges::nth_element(bends, middle);
    return 1.4826 * *middle / std::sqrt(6.0);
}

/// The fraction of one loss's variance left in the running mean of this many.
double varianceLeft(std::size_t count)
{
    const double weight = std::pow(smoothing, static_cast<double>(count));
    return (1.0 - smoothing) / (1.0 + smoothing) * (1.0 + weight) / (1.0 - weight);
}

} // namespace

void suggestRates(RateRange& range)
{
    const std::vector<RatePoint>& points = range.points;
    if (points.size() < 3)
        return;
    // The first losses are those of an untrained network, of which the running mean of a few is a poor estimate.
    const std::size_t first = std::clamp<std::size_t>(points.size() / 10, 1, 10);
    double before = 0.0;
    for (std::size_t i = 0; i < first; ++i)
        before += points[i].loss / static_cast<double>(first);
    const double noise = noiseOf(points);
    const auto fallOf = [&](std::size_t i) { return before - points[i].smoothed; };
    const auto isClear = [&](std::size_t i) {
        constexpr double deviations = 4.0; // among some hundred points one deviates by 3 by chance
        return fallOf(i) > deviations * noise * std::sqrt(varianceLeft(i + 1) + 1.0 / static_cast<double>(first));
    };
    std::optional<std::size_t> lowest;
    for (std::size_t i = first; i < points.size(); ++i)
        if (isClear(i) && (!lowest || fallOf(i) > fallOf(*lowest)))
            lowest = i;
    if (!lowest)
        return;
    range.lowest = points[*lowest].rate / 10.0;
    // The slope against the logarithm of the rate, over two steps around each point before the lowest where the fall has begun.
    double steepest = 0.0;
    for (std::size_t i = first; i < *lowest; ++i) {
        if (fallOf(i) < 0.1 * fallOf(*lowest) || !isClear(i))
            continue;
        const double slope = (points[i + 1].smoothed - points[i - 1].smoothed) / std::log(points[i + 1].rate / points[i - 1].rate);
        if (slope < steepest) {
            steepest = slope;
            range.steepest = points[i].rate;
        }
    }
}

} // namespace netsmith::train
