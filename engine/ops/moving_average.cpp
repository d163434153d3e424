#include "engine/ops/moving_average.h"

#include "engine/ops/update_checks.h"

#include <fmt/format.h>

namespace netsmith {

std::string MovingAverageAttributes::text() const
{
    return fmt::format("decay {}", decay);
}

namespace ops {
namespace {

std::vector<TensorType> infer(const Attributes& attributes, std::span<const TensorInfo> inputs)
{
    const InputCheck check("moving_average", inputs, {"weights", "counters", "status", "average"}, 4);
    expectShare(check, "average_decay", static_cast<const MovingAverageAttributes&>(attributes).decay);
    expectArenas(check, 1);
    expectCounters(check, 1);
    expectStatus(check, 2);
    check.expectShape(3, check.shape(0));
    check.expectType(3, {DataType::f32});
    return {check.same(3)};
}

double flops(const Attributes&, std::span<const TensorInfo> inputs, std::span<const TensorInfo>)
{
    return 3.0 * static_cast<double>(inputs[0].shape.elements());
}

} // namespace

constinit const OpSpec movingAverage{.name = "moving_average", .infer = infer, .flops = flops};

} // namespace ops
} // namespace netsmith
