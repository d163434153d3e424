#pragma once

#include "engine/core/message.h"
#include "engine/twin/twin_values.h"

namespace netsmith::twin {

/// What to make of a twin.
struct TwinAdvice {
    std::string node; ///< the layer that loses most gradients, else the one whose gradients differ most; empty: no layer differs
    double lost = 0.0; ///< share of its gradients that became 0
    double overflowed = 0.0; ///< share of its gradients that became infinite
    double difference = 0.0; ///< of its gradients, in one step from equal weights
    std::optional<double> lossScale; ///< a power of two that keeps most, where the precision has a range to fit gradients into
    double keptThen = 1.0; ///< the share of all gradients that it would keep
    double keptNow = 1.0; ///< that the scale in use, or none, keeps
    std::vector<Message> words; ///< the same as sentences
};

/// Of the gradients that arrive at any layer: what `adviceOf` wants of each moment.
Exponents arrivingAt(const TwinMoment& moment);

/// By the last moment's layers and the exponents of all moments, added up. Pure.
TwinAdvice adviceOf(const TwinMoment& last, const Exponents& all);
/// The same, of nothing where there are no moments.
TwinAdvice adviceOf(std::span<const TwinMoment> moments);

} // namespace netsmith::twin
