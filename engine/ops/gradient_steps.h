#pragma once

#include "engine/ops/update.h"

namespace netsmith {

/// What stands between the backward pass and the optimizer: sums over several batches, and a limit on each gradient. A group of
/// batches makes one step: all but its last end in `holdGradients`, the last begins with `releaseGradients`.
struct ClipValuesAttributes : Attributes {
    explicit ClipValuesAttributes(double most)
        : most(most)
    {
    }
    double most;
    std::string text() const override;
};

namespace ops {
// `held` is f32[1 + values]: how many batches were added up since the last step, and each value's sum over them.

/// gradients, held gradients, values …, held → held gradients, held: both with what came added, or begun anew where nothing was
/// held.
extern const OpSpec holdGradients;
/// gradients, held gradients, values …, held → gradients, values …, held: with what was held added; nothing is held then.
extern const OpSpec releaseGradients;
/// gradients, scale → gradients: each between ±most once it is scaled.
extern const OpSpec clipValues;
} // namespace ops

} // namespace netsmith
