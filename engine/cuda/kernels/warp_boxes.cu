#include "engine/cuda/kernels/warp_boxes.h"

#include "engine/cuda/kernels/launch.h"
#include "engine/ops/control.h"
#include "engine/ops/warp_boxes_steps.h"

namespace netsmith::cuda::kernels {
namespace {

/// One thread per box: there are few, and computing their map is cheaper than sharing it.
struct WarpBoxes {
    WarpSteps steps;
    WarpBoxesSizes sizes;
    const std::int64_t* counters;
    const float* boxes;
    const float* mask;
    float* movedBoxes;
    float* movedMask;

    NS_DEVICE void operator()(std::int64_t i) const
    {
        const std::int64_t sample = (counters ? counters[control::samples] : 0) + i / sizes.boxes;
        const WarpMap forward = inverse(mapOf(steps.steps, steps.count, steps.seed, static_cast<std::uint64_t>(sample)));
        const WarpStep& last = steps.steps[steps.count - 1];
        const bool stays = warpBox(boxes + i * sizes.numbers, mask[i] != 0.0f, sizes.numbers, forward, last.outputWidth,
                                   last.outputHeight, sizes.leastVisible, movedBoxes + i * sizes.numbers);
        movedMask[i] = stays ? 1.0f : 0.0f;
    }
};

} // namespace

void warpBoxes(Stream& stream, const WarpSteps& steps, const WarpBoxesSizes& sizes, const std::int64_t* counters,
               const float* boxes, const float* mask, float* movedBoxes, float* movedMask)
{
    launchEach(stream, sizes.images * sizes.boxes, WarpBoxes{steps, sizes, counters, boxes, mask, movedBoxes, movedMask});
}

} // namespace netsmith::cuda::kernels
