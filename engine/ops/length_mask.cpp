#include "engine/ops/length_mask.h"

#include "engine/ops/checks.h"

namespace netsmith::ops {
namespace {

std::vector<TensorType> infer(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const std::int64_t steps = static_cast<const LengthMaskAttributes&>(base).steps;
    const InputCheck check("length_mask", inputs, {"lengths"}, 1);
    check.expectType(0, {DataType::f32});
    check.expectRank(0, 1);
    check.expect(steps >= 1, "steps ≥ 1", std::to_string(steps));
    return {{Shape{check.shape(0)[0], steps}, DataType::f32}};
}

} // namespace

constinit const OpSpec lengthMask{.name = "length_mask", .infer = infer};

} // namespace netsmith::ops
