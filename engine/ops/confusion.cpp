#include "engine/ops/confusion.h"

#include "engine/ops/row_targets.h"

#include <fmt/format.h>

#include <cmath>

namespace netsmith {

std::string ConfusionAttributes::text() const
{
    return (rows ? std::string("rows") : fmt::format("above {}", threshold)) + (totals ? " totals" : "");
}

namespace ops {
namespace {

std::vector<TensorType> infer(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const auto& attributes = static_cast<const ConfusionAttributes&>(base);
    const InputCheck check("confusion", inputs, {"prediction", "target"}, 2);
    if (!attributes.rows) {
        check.expectFloating(0);
        check.expectRankAtLeast(0, 1);
        check.expectShape(1, check.shape(0));
        check.expectType(1, {DataType::f32, DataType::i32});
        check.expect(std::isfinite(attributes.threshold), "|threshold| < ∞", fmt::format("{}", attributes.threshold));
        return {{{attributes.totals ? 3 : 4}, DataType::f32}};
    }
    expectRowTargets(check, 0, 1);
    const std::int64_t classes = check.shape(0)[-1];
    return {{{classes * (attributes.totals ? 3 : classes)}, DataType::f32}};
}

} // namespace

constinit const OpSpec confusion{.name = "confusion", .infer = infer, .precision = PrecisionRule::f32};

} // namespace ops
} // namespace netsmith
