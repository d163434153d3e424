#include "engine/compress/judge.h"

#include "engine/core/philox.h"
#include "engine/losses/measured_quantity.h"
#include "engine/train/training_data.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace netsmith::compress {
namespace {

constexpr std::uint64_t chosenSamples = 0x73656e73; // the stream of the choice

} // namespace

std::vector<std::int32_t> someOf(const std::vector<std::int32_t>& all, std::int64_t count, std::uint64_t seed,
                                 const Project& project)
{
    const auto most = static_cast<std::size_t>(std::clamp<std::int64_t>(count, 1, std::ssize(all)));
    if (train::keepsStates(project)) {
        const auto batch = static_cast<std::size_t>(project.training.batch);
        const std::size_t whole = std::max(most / batch, std::size_t{1}) * batch;
        return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(whole, all.size()))};
    }
    std::vector<std::int32_t> some = all;
    RandomStream random(seed, chosenSamples);
    for (std::size_t i = 0; i < most; ++i) // Fisher and Yates 1938, as far as it is needed
        std::swap(some[i], some[i + random.below(static_cast<std::uint32_t>(some.size() - i))]);
    some.resize(most);
    std::ranges::sort(some);
    return some;
}

double dropOf(const std::string& judged, double value, double other)
{
    const double worse = measuredQuantity(judged).higherIsBetter ? value - other : other - value;
    return std::isfinite(worse) ? worse : std::numeric_limits<double>::infinity();
}

bool isInPercent(const std::string& judged)
{
    return measuredQuantity(judged).format == MetricFormat::percent;
}

bool isWithin(double drop, double points)
{
    constexpr double rounding = 1e-9;
    return 100.0 * drop <= points + rounding;
}

void requirePercent(const std::string& judged)
{
    if (!isInPercent(judged))
        throw Error(ErrorKind::usage,
                    NS_MESSAGE("compress.plan_points",
                               "points are those of a value in percent, and this run is judged by its {0}; leave the points out"),
                    judged);
}

Judge::Judge(const SavedRun& run, const data::DataSplit& split, const std::vector<std::int32_t>& samples,
             const std::stop_token& stop)
    : m_place(run.checkpoint.folder.string())
    , m_network(run, split, samples)
    , m_watch{.report = {}, .stop = stop}
    , m_judged(judgedBy(m_network.metrics().names()))
{
}

double Judge::value()
{
    m_watch.throwIfStopped();
    const auto sums = m_network.sums(m_watch.stop);
    if (!sums)
        m_watch.throwIfStopped();
    const NamedValues values = m_network.metrics().values(*sums);
    return std::ranges::find(values, m_judged, &NamedValues::value_type::first)->second;
}

double Judge::valueWith(const SafetensorsFile& weights)
{
    m_network.setWeights(weights, m_place);
    return value();
}

} // namespace netsmith::compress
