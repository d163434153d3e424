#include "engine/ops/token_mask.h"

#include "engine/ops/checks.h"

namespace netsmith::ops {
namespace {

std::vector<TensorType> infer(const Attributes&, std::span<const TensorInfo> inputs)
{
    const InputCheck check("token_mask", inputs, {"ids"}, 1);
    check.expectType(0, {DataType::f32});
    return {check.same(0)};
}

} // namespace

constinit const OpSpec tokenMask{.name = "token_mask", .infer = infer};

} // namespace netsmith::ops
