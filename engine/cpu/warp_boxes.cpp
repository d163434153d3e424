#include "engine/ops/warp_boxes.h"

#include "engine/cpu/kernel.h"
#include "engine/ops/control.h"

namespace netsmith::cpu {
namespace {

/// A few numbers per image: not worth a second thread.
void warpBoxes(const WarpBoxesAttributes& attributes, const Shape& shape, std::uint64_t firstSample, const float* boxes,
               const float* mask, float* movedBoxes, float* movedMask)
{
    const WarpStep& last = attributes.steps.back();
    const std::int64_t most = shape[1], numbers = shape[2];
    for (std::int64_t n = 0; n < shape[0]; ++n) {
        const WarpMap forward = inverse(mapOf(attributes.steps.data(), static_cast<int>(attributes.steps.size()), attributes.seed,
                                              firstSample + static_cast<std::uint64_t>(n)));
        for (std::int64_t m = n * most; m < (n + 1) * most; ++m) {
            const bool stays = warpBox(boxes + m * numbers, mask[m] != 0.0f, numbers, forward, last.outputWidth, last.outputHeight,
                                       attributes.leastVisible, movedBoxes + m * numbers);
            movedMask[m] = stays ? 1.0f : 0.0f;
        }
    }
}

} // namespace

template <>
Lowered lower<ops::warpBoxes>(const LoweringContext& context, const Op& op)
{
    const bool random = context.hasInput(op, 2);
    return lowerTo([random, shape = context.input(op, 0).shape, attributes = op.as<WarpBoxesAttributes>()](const Addresses& at) {
        const std::int64_t first = random ? at.in<std::int64_t>(2)[control::samples] : 0;
        warpBoxes(attributes, shape, static_cast<std::uint64_t>(first), at.in<float>(0), at.in<float>(1), at.out<float>(0),
                  at.out<float>(1));
    });
}

} // namespace netsmith::cpu
