#include "engine/inspect/activations/layer_summary.h"

#include <algorithm>
#include <cmath>

namespace netsmith::inspect {

LayerSummary summaryOf(std::span<const float> values)
{
    LayerSummary summary{.count = std::ssize(values)};
    double squares = 0.0; // of the differences from the running mean: Welford's method, which loses no digits
    std::int64_t finite = 0;
    for (const float value : values) {
        if (!std::isfinite(value)) {
            ++summary.notFinite;
            continue;
        }
        const double number = value;
        summary.least = finite == 0 ? number : std::min(summary.least, number);
        summary.most = finite == 0 ? number : std::max(summary.most, number);
        summary.zeros += number == 0.0 ? 1 : 0;
        const double difference = number - summary.mean;
        summary.mean += difference / static_cast<double>(++finite);
        squares += difference * (number - summary.mean);
    }
    if (finite > 0)
        summary.deviation = std::sqrt(squares / static_cast<double>(finite));
    return summary;
}

std::vector<std::int64_t> histogramOf(std::span<const float> values, const LayerSummary& summary, int bins)
{
    std::vector<std::int64_t> counts(static_cast<std::size_t>(bins), 0);
    const double range = summary.most - summary.least;
    for (const float value : values) {
        if (!std::isfinite(value) || value == 0.0F)
            continue;
        const double place = range > 0.0 ? (value - summary.least) / range * bins : bins / 2;
        ++counts[static_cast<std::size_t>(std::clamp(place, 0.0, bins - 1.0))];
    }
    return counts;
}

} // namespace netsmith::inspect
