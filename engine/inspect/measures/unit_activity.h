#pragma once

#include "engine/core/shape.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace netsmith::inspect {

/// The slope of an activation where its output is `y`, as a fraction of its largest; nothing if it has no bound on that side to
/// saturate at, or if the output doesn't tell. `activation`: as `LayerSpec::activation` says it.
std::optional<double> slopeAt(std::string_view activation, double y);

/// Counts over many samples how much of a layer's output no longer learns: units that are always 0, and numbers where the slope of
/// the activation has almost vanished.
class UnitActivity {
public:
    /// Where the slope is below this fraction of the largest, an activation is saturated: a sigmoid at 0.0127 and 0.9873, a tanh at
    /// ±0.975.
    static constexpr double leastSlope = 0.05;

    /// `shape`: of the output for one sample, whose last axis is the units, or the channels.
    UnitActivity(std::string activation, const Shape& shape);

    /// The output for one more sample.
    void add(std::span<const float> output);

    /// The fraction of units that were 0 for all samples and at all positions; nothing if the activation isn't a ReLU.
    std::optional<double> dead() const;
    /// The fraction of saturated numbers; of a softmax, that of outputs whose largest probability is. Nothing if the activation has
    /// no bounds.
    std::optional<double> saturated() const;

private:
    std::string m_activation;
    bool m_mayDie;
    bool m_isSoftmax;
    std::vector<bool> m_active; ///< a unit each
    std::int64_t m_samples = 0;
    std::int64_t m_judged = 0;
    std::int64_t m_saturated = 0;
};

} // namespace netsmith::inspect
