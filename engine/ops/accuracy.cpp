#include "engine/ops/accuracy.h"

#include "engine/ops/row_targets.h"

namespace netsmith::ops {
namespace {

std::vector<TensorType> infer(const Attributes&, std::span<const TensorInfo> inputs)
{
    const InputCheck check("accuracy", inputs, {"prediction", "target"}, 2);
    expectRowTargets(check, 0, 1);
    return {{Shape(), DataType::f32}};
}

} // namespace

constinit const OpSpec accuracy{.name = "accuracy", .infer = infer, .precision = PrecisionRule::f32};

} // namespace netsmith::ops
