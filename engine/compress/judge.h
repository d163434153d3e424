#pragma once

#include "engine/fields/dataset.h"
#include "engine/predict/saved_run.h"
#include "engine/train/evaluated_network.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace netsmith::compress {

/// At most `count` of these samples, chosen by the seed and in their order; with stateful layers the first whole batches, for
/// theirs continue each other.
std::vector<std::int32_t> someOf(const std::vector<std::int32_t>& all, std::int64_t count, std::uint64_t seed,
                                 const Project& project);

/// How much worse than `value` another value of what is judged is, in its unit; negative if it is better, infinite for no number.
double dropOf(const std::string& judged, double value, double other);
/// Whether it is in percent: then a loss can be told in points.
bool isInPercent(const std::string& judged);
/// Whether a drop of a share is at most this many points, up to rounding errors of doubles.
bool isWithin(double drop, double points);
/// Throws `compress.plan_points` where it is not.
void requirePercent(const std::string& judged);

/// The judged value of a network on some samples, as its weights are changed. Not movable.
class Judge {
public:
    /// `run`, `split` and `samples` outlive it. Throws what `EvaluatedNetwork` says.
    Judge(const SavedRun& run, const data::DataSplit& split, const std::vector<std::int32_t>& samples, const std::stop_token& stop);

    const LogicalPlan& plan() const { return m_network.plan(); }
    /// "accuracy", or the loss if there is no metric.
    const std::string& judged() const { return m_judged; }
    /// Throws `data.cancelled`, and what the device and the data say.
    double value();
    /// With other weights, which it keeps. Throws also what `EvaluatedNetwork::setWeights` says.
    double valueWith(const SafetensorsFile& weights);

private:
    std::string m_place; ///< of the weights, for errors
    train::EvaluatedNetwork m_network;
    PreparingWatch m_watch;
    std::string m_judged;
};

} // namespace netsmith::compress
