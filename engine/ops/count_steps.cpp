#include "engine/ops/count_steps.h"

#include "engine/ops/checks.h"

namespace netsmith::ops {
namespace {

std::vector<TensorType> infer(const Attributes&, std::span<const TensorInfo> inputs)
{
    const InputCheck check("count_steps", inputs, {"mask"}, 1);
    check.expectRank(0, 2);
    check.expectType(0, {DataType::f32});
    return {{Shape(), DataType::f32}, {Shape(), DataType::f32}};
}

} // namespace

constinit const OpSpec countSteps{.name = "count_steps", .infer = infer};

} // namespace netsmith::ops
