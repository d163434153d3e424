#pragma once

#include "engine/cuda/kernels/warp.h"

namespace netsmith::cuda::kernels {

struct WarpBoxesSizes {
    std::int64_t images;
    std::int64_t boxes; ///< of an image
    std::int64_t numbers; ///< of a box
    double leastVisible;
};

/// Boxes and the mask of a batch into others; `counters` are null where no step draws.
void warpBoxes(Stream& stream, const WarpSteps& steps, const WarpBoxesSizes& sizes, const std::int64_t* counters,
               const float* boxes, const float* mask, float* movedBoxes, float* movedMask);

} // namespace netsmith::cuda::kernels
