#include "engine/ops/target_weights.h"

#include "engine/ops/row_targets.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace netsmith {

std::string TargetWeightsAttributes::text() const
{
    return fmt::format("classes {}{}", fmt::join(classWeights, " "), rows ? "" : " each");
}

namespace ops {
namespace {

std::vector<TensorType> infer(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const auto& attributes = static_cast<const TargetWeightsAttributes&>(base);
    const InputCheck check("target_weights", inputs, {"target", "weights"}, 1);
    check.expectType(0, {DataType::i32, DataType::f32});
    check.expectRankAtLeast(0, 1);
    check.expect(!attributes.classWeights.empty(), "a weight for each class", "none");
    for (const double weight : attributes.classWeights)
        check.expect(std::isfinite(weight) && weight >= 0.0, "weight ≥ 0", fmt::format("{}", weight));
    expectWeights(check, 1, 0);
    const Shape& shape = check.shape(0);
    if (check.type(0) == DataType::i32 || !attributes.rows)
        return {{shape, DataType::f32}};
    check.expectRankAtLeast(0, 2);
    check.expect(shape[-1] == static_cast<std::int64_t>(attributes.classWeights.size()), fmt::format("{} weights", shape[-1]),
                 fmt::format("{}", attributes.classWeights.size()));
    return {{Shape(std::vector<std::int64_t>(shape.sizes().begin(), shape.sizes().end() - 1)), DataType::f32}};
}

} // namespace

constinit const OpSpec targetWeights{.name = "target_weights", .infer = infer};

} // namespace ops
} // namespace netsmith
