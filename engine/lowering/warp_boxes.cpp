#include "engine/ops/warp_boxes.h"

#include "engine/lowering/backend.h"

#include NS_KERNELS(warp_boxes)

namespace netsmith::NS_BACKEND {

template <>
Lowered lower<ops::warpBoxes>(const LoweringContext& context, const Op& op)
{
    const auto& attributes = op.as<WarpBoxesAttributes>();
    const Shape& boxes = context.input(op, 0).shape;
    WarpAttributes warp;
    warp.steps = attributes.steps;
    warp.seed = attributes.seed;
    const WarpBoxesSizes sizes{boxes[0], boxes[1], boxes[2], attributes.leastVisible};
    return lowerTo([sizes, steps = kernels::WarpSteps(warp)](const Addresses& at, auto&... queue) {
        kernels::warpBoxes(queue..., steps, sizes, at.optional<std::int64_t>(2), at.in<float>(0), at.in<float>(1), at.out<float>(0),
                           at.out<float>(1));
    });
}

} // namespace netsmith::NS_BACKEND
