#include "engine/ops/warp_boxes.h"

#include "engine/ops/checks.h"

#include <fmt/format.h>

#include <algorithm>

namespace netsmith {

std::string WarpBoxesAttributes::text() const
{
    WarpAttributes warp;
    warp.steps = steps;
    warp.seed = seed;
    return warp.text() + fmt::format(" least visible {}", leastVisible);
}

BoxBatch emitWarpBoxes(Emitter& emitter, const BoxBatch& boxes, const Op& warp)
{
    auto attributes = std::make_shared<WarpBoxesAttributes>();
    attributes->steps = warp.as<WarpAttributes>().steps;
    attributes->seed = warp.as<WarpAttributes>().seed;
    const auto made = emitter.emit(ops::warpBoxes, std::move(attributes), {boxes.boxes, boxes.mask, warp.inputs[1]});
    return {made[0], made[1]};
}

namespace ops {
namespace {

std::vector<TensorType> infer(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const auto& attributes = static_cast<const WarpBoxesAttributes&>(base);
    const InputCheck check("warp_boxes", inputs, {"boxes", "mask", "counters"}, 2);
    check.expectType(0, {DataType::f32});
    check.expectRank(0, 3);
    const Shape& boxes = check.shape(0);
    check.expect(boxes[2] >= 4, "N×M×4 or more", boxes.text());
    check.expectType(1, {DataType::f32});
    check.expectShape(1, {boxes[0], boxes[1]});
    check.expect(!attributes.steps.empty() && attributes.steps.size() <= WarpAttributes::mostSteps, "1 to 8 steps",
                 std::to_string(attributes.steps.size()));
    check.expect(attributes.leastVisible >= 0.0 && attributes.leastVisible < 1.0, "0 ≤ least visible < 1",
                 fmt::format("{}", attributes.leastVisible));
    if (std::ranges::any_of(attributes.steps, draws))
        expectCounters(check, 2);
    return {check.same(0), check.same(1)};
}

} // namespace

constinit const OpSpec warpBoxes{.name = "warp_boxes", .infer = infer, .precision = PrecisionRule::f32};

} // namespace ops
} // namespace netsmith
