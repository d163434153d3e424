#pragma once

#include "engine/ops/warp_boxes.h"

#include "engine/cpu/kernels/warp.h"
#include "engine/ops/warp_boxes_steps.h"

namespace netsmith::kernels {

/// Boxes and the mask of a batch into others; `counters` are null where no step draws. A few numbers per image: not worth a second
/// thread.
void warpBoxes(const WarpSteps& warp, const WarpBoxesSizes& sizes, const std::int64_t* counters, const float* boxes,
               const float* mask, float* movedBoxes, float* movedMask) noexcept;

} // namespace netsmith::kernels
