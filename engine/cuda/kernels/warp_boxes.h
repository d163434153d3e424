#pragma once

#include "engine/cuda/kernels/warp.h"
#include "engine/ops/warp_boxes_steps.h"

namespace netsmith::cuda::kernels {

/// Boxes and the mask of a batch into others; `counters` are null where no step draws.
void warpBoxes(Stream& stream, const WarpSteps& steps, const WarpBoxesSizes& sizes, const std::int64_t* counters,
               const float* boxes, const float* mask, float* movedBoxes, float* movedMask);

} // namespace netsmith::cuda::kernels
