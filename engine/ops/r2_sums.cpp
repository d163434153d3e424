#include "engine/ops/r2_sums.h"

#include "engine/ops/checks.h"

namespace netsmith::ops {
namespace {

std::vector<TensorType> infer(const Attributes&, std::span<const TensorInfo> inputs)
{
    const InputCheck check("r2_sums", inputs, {"prediction", "target"}, 2);
    check.expectFloating(0);
    check.expectRankAtLeast(0, 2);
    check.expectShape(1, check.shape(0));
    check.expectType(1, {DataType::f32});
    return {{{5 * check.shape(0)[-1]}, DataType::f32}};
}

} // namespace

constinit const OpSpec r2Sums{.name = "r2_sums", .infer = infer, .precision = PrecisionRule::f32};

} // namespace netsmith::ops
