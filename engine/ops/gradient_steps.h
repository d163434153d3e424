#pragma once

#include "engine/ops/update.h"

namespace netsmith {

/// What stands between the backward pass and the optimizer: sums over several batches, and a limit on each gradient. A group of
/// batches makes one step: all but its last end in `accumulateGradients`, the last begins with `addAccumulated`.
struct ClipValuesAttributes : Attributes {
    explicit ClipValuesAttributes(double most)
        : most(most)
    {
    }
    double most;
    std::string text() const override;
};

namespace ops {
// `accumulated` is f32[1 + values]: how many batches were added up since the last step, and each value's sum over them.

/// gradients, accumulated gradients, values …, accumulated → accumulated gradients, accumulated: both with what came added, or
/// restarted where there was nothing.
extern const OpSpec accumulateGradients;
/// gradients, accumulated gradients, values …, accumulated → gradients, values …, accumulated: the first with the second added, and
/// nothing is accumulated then.
extern const OpSpec addAccumulated;
/// gradients, scale → gradients: each between ±most once it is scaled.
extern const OpSpec clipValues;
} // namespace ops

} // namespace netsmith
