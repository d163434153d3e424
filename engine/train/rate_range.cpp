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
                    NS_MESSAGE("rates.steps", "a learning-rate range test of {0:step|steps} was asked for; choose {1} to {2}"),
                    options.steps, RateRangeOptions::leastSteps, RateRangeOptions::mostSteps);
}

/// Training steps of whole batches, one after another, with a rate for each.
class Steps {
public:
    explicit Steps(TrainingSetup& setup)
        : m_setup(setup)
        , m_batches(std::min(setup.project().training.accumulate, setup.data().trainCount() / setup.batch()))
        , m_programs(setup.network().at(setup.batch()).step(m_batches))
        , m_row(setup.metrics().recorded())
    {
        setup.network().drawWeights();
        setup.beginEpoch(0);
    }

    /// The mean loss of a step, or nothing where it made a NaN or an infinity and left the weights as they were.
    std::optional<double> take(double rate)
    {
        const std::int64_t samples = m_batches * m_setup.batch();
        if (m_counters[control::position] + samples > m_setup.data().trainCount()) {
            m_setup.beginEpoch(++m_epoch);
            m_counters[control::position] = 0;
        }
        CompiledNetwork& network = m_setup.network();
        network.bring("train", m_counters[control::position], samples);
        network.state().writeCounters("train", m_counters).take();
        const auto deviceRate = static_cast<float>(rate);
        const int done = network.at(m_setup.batch()).executable->run(m_programs, 1, std::span(&deviceRate, 1), m_row).take();
        if (done == 0)
            return std::nullopt;
        network.countSteps(m_counters, done, samples);
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
    std::array<std::int64_t, control::counterCount> m_counters{};
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

void suggestRates(RateRange& range)
{
    const std::vector<RatePoint>& points = range.points;
    const auto lowest = std::ranges::min_element(points, {}, &RatePoint::smoothed);
    if (points.empty() || lowest == points.begin())
        return;
    range.lowest = lowest->rate / 10.0;
    // The slope against the logarithm of the rate, over two steps around each point before the lowest.
    double steepest = 0.0;
    for (auto at = points.begin() + 1; at < lowest; ++at) {
        const double slope =
            (std::next(at)->smoothed - std::prev(at)->smoothed) / std::log(std::next(at)->rate / std::prev(at)->rate);
        if (slope < steepest) {
            steepest = slope;
            range.steepest = at->rate;
        }
    }
}

} // namespace netsmith::train
