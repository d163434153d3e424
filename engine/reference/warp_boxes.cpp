#include "engine/ops/warp_boxes.h"

#include "engine/reference/call.h"

namespace netsmith::reference {

template <>
void compute<ops::warpBoxes>(const Call& call)
{
    const auto& attributes = call.as<WarpBoxesAttributes>();
    const WarpStep& last = attributes.steps.back();
    const Tensor& boxes = call.in(0);
    const Tensor& mask = call.in(1);
    const std::int64_t most = boxes.shape()[1], numbers = boxes.shape()[2];
    const auto first = call.hasInput(2) ? static_cast<std::uint64_t>(call.in(2)[control::samples]) : 0;
    for (std::int64_t n = 0; n < boxes.shape()[0]; ++n) {
        const WarpMap forward = inverse(mapOf(attributes.steps.data(), static_cast<int>(attributes.steps.size()), attributes.seed,
                                              first + static_cast<std::uint64_t>(n)));
        for (std::int64_t m = n * most; m < (n + 1) * most; ++m) {
            const std::int64_t at = m * numbers;
            const BoxEdges seen = warped({boxes[at], boxes[at + 1], boxes[at + 2], boxes[at + 3]}, forward, last.outputWidth,
                                         last.outputHeight, attributes.leastVisible);
            const bool counts = mask[m] != 0.0 && seen.area() > 0.0;
            const double edges[] = {seen.left, seen.top, seen.right, seen.bottom};
            for (std::int64_t i = 0; i < numbers; ++i)
                call.out(0)[at + i] = !counts ? 0.0 : i < 4 ? edges[i] : boxes[at + i];
            call.out(1)[m] = counts ? 1.0 : 0.0;
        }
    }
}

} // namespace netsmith::reference
