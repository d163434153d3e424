#include "engine/ops/threshold_counts.h"

#include "engine/ops/row_targets.h"

namespace netsmith::ops {
namespace {

std::vector<TensorType> infer(const Attributes& attributes, std::span<const TensorInfo> inputs)
{
    const InputCheck check("threshold_counts", inputs, {"probabilities", "target"}, 2);
    check.expectFloating(0);
    check.expectRankAtLeast(0, 1);
    check.expectType(1, {DataType::f32, DataType::i32});
    if (check.shape(1) != check.shape(0))
        expectRowTargets(check, 0, 1);
    const std::int64_t thresholds = static_cast<const ThresholdCountsAttributes&>(attributes).thresholds;
    check.expect(thresholds >= 2, "thresholds ≥ 2", std::to_string(thresholds));
    return {{{2 * thresholds}, DataType::f32}};
}

} // namespace

constinit const OpSpec thresholdCounts{.name = "threshold_counts", .infer = infer, .precision = PrecisionRule::f32};

} // namespace netsmith::ops
