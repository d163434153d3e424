#pragma once

#include "engine/ops/update.h"

namespace netsmith {

/// Polyak's average of the weights, as Keras's use_ema: a ← d·a + (1 − d)·w after every step, and a ← w after the first.
struct MovingAverageAttributes : Attributes {
    explicit MovingAverageAttributes(double decay)
        : decay(decay)
    {
    }
    double decay; ///< d
    std::string text() const override;
};

namespace ops {
/// weights, counters, status, average → average
extern const OpSpec movingAverage;
} // namespace ops

} // namespace netsmith
