#pragma once

#include "engine/ops/warp.h"
#include "engine/ops/warp_boxes_steps.h"

namespace netsmith {

/// Moves the boxes of images as a warp moves the images themselves: by the same steps and draws. The bounding box of the moved
/// corners is clipped to the image; a box of which too small a fraction of its area is left no longer counts.
struct WarpBoxesAttributes : Attributes {
    std::vector<WarpStep> steps; ///< those of the warp
    std::uint64_t seed = 0; ///< likewise
    double leastVisible = 0.0; ///< from 0 to below 1
    std::string text() const override;
};

namespace ops {
/// boxes (N,M,4 or more: left, top, right, bottom in pixels, then what stays as it is), mask (N,M: 0 for those that don't count)
/// [, counters] → boxes, mask. Boxes that do not count are all 0.
extern const OpSpec warpBoxes;
} // namespace ops

/// Boxes and their mask.
struct BoxBatch {
    TensorId boxes = noTensor;
    TensorId mask = noTensor;
};

/// Boxes moved as the images that go through `warp`.
BoxBatch emitWarpBoxes(Emitter& emitter, const BoxBatch& boxes, const Op& warp);

} // namespace netsmith
