#pragma once

#include "engine/core/message.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace netsmith::inspect {

/// What a training step costs a layer, and what it does to the layer. Of a kernel that was fused from several layers all counts for
/// the first of them.
struct LayerMeasures {
    std::string node; ///< its path
    double forward = 0.0; ///< seconds for a batch
    double backward = 0.0;
    double flops = 0.0; ///< both ways; a multiplication and an addition count as two
    double bytes = 0.0; ///< read and written, both ways
    std::optional<double>
        gradient{}; ///< the root mean square of its weights' gradients, of the mean loss; clipped by value, but not by norm
    std::optional<double> update{}; ///< how far a step moved its weights: ‖change‖ / ‖weights‖
    std::optional<double> dead{}; ///< see `UnitActivity`
    std::optional<double> saturated{};

    double seconds() const { return forward + backward; }
    /// FLOP/s.
    double rate() const { return seconds() > 0.0 ? flops / seconds() : 0.0; }
};

/// The layers of a network in training, at one moment.
struct StepMeasures {
    std::int64_t step = 0; ///< done so far
    std::int64_t batch = 0;
    int unitSamples = 0; ///< for which the layers' outputs were looked at
    double peak = 0.0; ///< the device's measured peak in FLOP/s; 0: unknown
    double other = 0.0; ///< seconds of a batch, forward and backward, that belong to no layer
    std::vector<LayerMeasures> layers; ///< in the order of the graph
    std::optional<Message> unobserved{}; ///< why the layers' outputs could not be looked at

    double seconds() const
    {
        double sum = other;
        for (const LayerMeasures& layer : layers)
            sum += layer.seconds();
        return sum;
    }
};

} // namespace netsmith::inspect
