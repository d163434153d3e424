#include "engine/ops/max_norm.h"

#include "engine/ops/checks.h"

#include <fmt/format.h>

#include <cmath>

namespace netsmith {

std::string MaxNormAttributes::text() const
{
    return fmt::format("limit {}", limit);
}

namespace ops {
namespace {

std::vector<TensorType> infer(const Attributes& attributes, std::span<const TensorInfo> inputs)
{
    const InputCheck check("max_norm", inputs, {"w", "status"}, 2);
    const double limit = static_cast<const MaxNormAttributes&>(attributes).limit;
    check.expect(limit > 0.0 && std::isfinite(limit), "limit > 0", fmt::format("{}", limit));
    check.expectRankAtLeast(0, 1);
    check.expectType(0, {DataType::f32});
    expectStatus(check, 1);
    return {check.same(0)};
}

double flops(const Attributes&, std::span<const TensorInfo> inputs, std::span<const TensorInfo>)
{
    return 3.0 * static_cast<double>(inputs[0].shape.elements());
}

} // namespace

constinit const OpSpec maxNorm{.name = "max_norm", .infer = infer, .flops = flops};

} // namespace ops
} // namespace netsmith
