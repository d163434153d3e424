#pragma once

#include "engine/ops/emitter.h"

namespace netsmith {

struct TargetWeightsAttributes : Attributes {
    std::vector<double> classWeights; ///< one a class
    bool rows = true; ///< an f32 target holds a distribution per row, whose first maximum is the class; else each number is a class
    std::string text() const override;
};

namespace ops {
/// target (i32 classes, or f32)(, weights of the first axes, f32) → the weight of each target's class, times its weight; f32, the
/// target's shape, without the rows' axis for distributions. NaN for a class out of range.
extern const OpSpec targetWeights;
} // namespace ops

} // namespace netsmith
