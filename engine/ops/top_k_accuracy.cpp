#include "engine/ops/top_k_accuracy.h"

#include "engine/ops/row_targets.h"

namespace netsmith::ops {
namespace {

std::vector<TensorType> infer(const Attributes& attributes, std::span<const TensorInfo> inputs)
{
    const InputCheck check("top_k_accuracy", inputs, {"prediction", "target"}, 2);
    expectRowTargets(check, 0, 1);
    const std::int64_t k = static_cast<const TopKAccuracyAttributes&>(attributes).k;
    check.expect(k >= 1, "k ≥ 1", std::to_string(k));
    return {{Shape(), DataType::f32}};
}

} // namespace

constinit const OpSpec topKAccuracy{.name = "top_k_accuracy", .infer = infer, .precision = PrecisionRule::f32};

} // namespace netsmith::ops
