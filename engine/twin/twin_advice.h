#pragma once

#include "engine/core/message.h"
#include "engine/twin/twin_values.h"

namespace netsmith::twin {

/// The conclusions from a twin.
struct TwinAdvice {
    std::string node; ///< the layer that loses most gradients, else the one whose gradients differ most; empty: no layer differs
    double lost = 0.0; ///< fraction of its gradients that became 0
    double overflowed = 0.0; ///< fraction of its gradients that became infinite
    double difference = 0.0; ///< of its gradients, in one step from equal weights
    std::optional<double> lossScale; ///< a power of two that keeps most, if the precision has a limited range
    double keptThen = 1.0; ///< the fraction of all gradients that it would keep
    double keptNow = 1.0; ///< that the scale in use, or none, keeps
    std::vector<Message> words; ///< the same as sentences
};

/// The gradients that arrive at the layers: the input of `adviceOf` for each moment.
Exponents arrivingAt(const TwinMoment& moment);

/// By the last moment's layers and the exponents of all moments, added up. Pure.
TwinAdvice adviceOf(const TwinMoment& last, const Exponents& all);
/// The same; empty if there are no moments.
TwinAdvice adviceOf(std::span<const TwinMoment> moments);

} // namespace netsmith::twin
