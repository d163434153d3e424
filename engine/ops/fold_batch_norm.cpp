#include "engine/ops/fold_batch_norm.h"

#include "engine/ops/checks.h"

#include <fmt/format.h>

namespace netsmith {

std::string FoldBatchNormAttributes::text() const
{
    return fmt::format("epsilon {}", epsilon);
}

namespace ops {
namespace {

std::vector<TensorType> infer(const Attributes& attributes, std::span<const TensorInfo> inputs)
{
    const InputCheck check("fold_batch_norm", inputs, {"w", "b", "gamma", "beta", "mean", "variance"}, 6);
    const double epsilon = static_cast<const FoldBatchNormAttributes&>(attributes).epsilon;
    check.expect(epsilon > 0.0, "epsilon > 0", fmt::format("{}", epsilon));
    check.expectRankAtLeast(0, 2);
    const Shape channels{check.shape(0)[-1]};
    const bool biased = check.shape(1) != Shape(); // an absent input is a scalar
    for (std::size_t i = biased ? 1 : 2; i < check.count(); ++i)
        check.expectShape(i, channels);
    for (std::size_t i = 0; i < check.count(); ++i)
        check.expectType(i, {DataType::f32});
    return {check.same(0), {channels, DataType::f32}};
}

} // namespace

constinit const OpSpec foldBatchNorm{.name = "fold_batch_norm", .infer = infer};

} // namespace ops
} // namespace netsmith
