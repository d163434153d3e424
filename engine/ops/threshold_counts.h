#pragma once

#include "engine/ops/emitter.h"

namespace netsmith {

struct ThresholdCountsAttributes : Attributes {
    explicit ThresholdCountsAttributes(std::int64_t thresholds)
        : thresholds(thresholds)
    {
    }
    std::int64_t thresholds; ///< T: from below 0 by steps of 1/(T − 1) to above 1
    std::string text() const override { return std::to_string(thresholds) + " thresholds"; }
};

namespace ops {
/// probabilities, target → counts [2·T], f32: how many of the numbers whose target is 1 are above each threshold, then of those
/// whose target is 0. The target has the prediction's shape (1 where it is more than a half), or holds one class per row (i32). A
/// NaN is above none, and a target that is a NaN or a class below 0 is neither.
extern const OpSpec thresholdCounts;
} // namespace ops

} // namespace netsmith
