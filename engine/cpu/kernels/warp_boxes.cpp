#include "engine/cpu/kernels/warp_boxes.h"

#include "engine/ops/control.h"
#include "engine/ops/warp_boxes_steps.h"

namespace netsmith::kernels {

void warpBoxes(const WarpSteps& warp, const WarpBoxesSizes& sizes, const std::int64_t* counters, const float* boxes,
               const float* mask, float* movedBoxes, float* movedMask) noexcept
{
    const std::uint64_t firstSample = counters ? static_cast<std::uint64_t>(counters[control::samples]) : 0;
    const WarpStep& last = warp.steps.back();
    for (std::int64_t n = 0; n < sizes.images; ++n) {
        const WarpMap forward = inverse(
            mapOf(warp.steps.data(), static_cast<int>(warp.steps.size()), warp.seed, firstSample + static_cast<std::uint64_t>(n)));
        for (std::int64_t m = n * sizes.boxes; m < (n + 1) * sizes.boxes; ++m) {
            const bool stays = warpBox(boxes + m * sizes.numbers, mask[m] != 0.0f, sizes.numbers, forward, last.outputWidth,
                                       last.outputHeight, sizes.leastVisible, movedBoxes + m * sizes.numbers);
            movedMask[m] = stays ? 1.0f : 0.0f;
        }
    }
}

} // namespace netsmith::kernels
