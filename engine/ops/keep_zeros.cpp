#include "engine/ops/keep_zeros.h"

#include "engine/ops/checks.h"

namespace netsmith::ops {
namespace {

std::vector<TensorType> inferMask(const Attributes&, std::span<const TensorInfo> inputs)
{
    const InputCheck check("nonzero_mask", inputs, {"w"}, 1);
    check.expectType(0, {DataType::f32});
    return {check.same(0)};
}

std::vector<TensorType> inferKept(const Attributes&, std::span<const TensorInfo> inputs)
{
    const InputCheck check("keep_zeros", inputs, {"x", "mask"}, 2);
    check.expectType(0, {DataType::f32});
    check.expectShape(1, check.shape(0));
    check.expectType(1, {DataType::f32});
    return {check.same(0)};
}

double noFlops(const Attributes&, std::span<const TensorInfo>, std::span<const TensorInfo>)
{
    return 0.0;
}

} // namespace

constinit const OpSpec nonzeroMask{.name = "nonzero_mask", .infer = inferMask, .flops = noFlops};
constinit const OpSpec keepZeros{.name = "keep_zeros", .infer = inferKept, .flops = noFlops};

} // namespace netsmith::ops
