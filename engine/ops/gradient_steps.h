#pragma once

#include "engine/ops/update.h"

namespace netsmith {

/// The ops between the backward pass and the optimizer: gradient accumulation, and a limit on each gradient. A group of
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

/// gradients, accumulated gradients, values …, accumulated → accumulated gradients, accumulated: both with the new values added, or
/// restarted if empty.
extern const OpSpec accumulateGradients;
/// gradients, accumulated gradients, values …, accumulated → gradients, values …, accumulated: the first with the second added;
/// clears the accumulation.
extern const OpSpec addAccumulated;
/// gradients, scale → gradients: each clipped to ±most after scaling.
extern const OpSpec clipValues;
} // namespace ops

} // namespace netsmith
