#pragma once

#include "engine/compress/chain/chain.h"

#include <QString>

#include <optional>
#include <vector>

namespace netsmith::gui {

/// What rounding did to a layer, as its run's file tells it.
struct RoundedLayer {
    QString layer{};
    QString kept{}; ///< why it stayed in floats; empty: it was rounded
    std::optional<double> weights{}; ///< signal to noise of its weights, in decibels; nothing: none was lost, or it was not rounded
    std::optional<double> input{}; ///< of its input, if samples gave its range
    std::optional<double> clipped{}; ///< the share of its input's numbers outside of the range
    double low = 0.0; ///< the range of its input
    double high = 0.0;
    double seenLow = 0.0; ///< the extent of the samples' numbers
    double seenHigh = 0.0;
    std::vector<double> seen{}; ///< the shares of the samples' numbers in equal parts of that extent; empty: not known

    bool operator==(const RoundedLayer&) const = default;
    bool isRounded() const { return kept.isEmpty(); }
    bool hasRange() const { return high > low; }
};

/// Those of a run that was made by rounding; empty for any other.
std::vector<RoundedLayer> roundedLayersOf(const compress::ChainRun& run);

} // namespace netsmith::gui
