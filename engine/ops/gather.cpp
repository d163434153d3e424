#include "engine/ops/gather.h"

#include "engine/ops/checks.h"

#include <fmt/format.h>

#include <cmath>

namespace netsmith {

std::string GatherAttributes::text() const
{
    const std::string overlap = stride > 0 ? fmt::format(" stride {}", stride) : "";
    return fmt::format("batch {} subtract {} divide {} as {}{}", batch, subtract, divide, nameOf(type), overlap);
}

namespace ops {
namespace {

std::vector<TensorType> infer(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const auto& attributes = static_cast<const GatherAttributes&>(base);
    const InputCheck check("gather", inputs, {"field", "order", "counters"}, 3);
    check.expectRankAtLeast(0, 1);
    check.expectRank(1, 1);
    check.expectType(1, {DataType::i32});
    expectCounters(check, 2);
    check.expect(attributes.batch >= 1, "batch ≥ 1", std::to_string(attributes.batch));
    check.expect(attributes.stride >= 0, "stride ≥ 0", std::to_string(attributes.stride));
    check.expect(attributes.type != DataType::f64 && attributes.type != DataType::i64 && attributes.type != DataType::u8,
                 "type = f32/bf16/f16/i32", nameOf(attributes.type));
    if (attributes.type == DataType::i32)
        check.expectType(0, {DataType::u8, DataType::i32, DataType::i64});
    check.expect(std::isfinite(attributes.subtract), "|subtract| < ∞", fmt::format("{}", attributes.subtract));
    check.expect(std::isfinite(attributes.divide) && attributes.divide != 0.0, "0 < |divide| < ∞",
                 fmt::format("{}", attributes.divide));
    return {{check.shape(0).withoutBatch().withBatch(attributes.batch), attributes.type}};
}

} // namespace

constinit const OpSpec gather{.name = "gather", .infer = infer};

} // namespace ops
} // namespace netsmith
