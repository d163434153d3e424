#include "engine/ops/begin_state.h"

#include "engine/ops/checks.h"

namespace netsmith::ops {
namespace {

std::vector<TensorType> infer(const Attributes&, std::span<const TensorInfo> inputs)
{
    const InputCheck check("begin_state", inputs, {"state", "counters"}, 2);
    check.expectType(0, {DataType::f32});
    expectCounters(check, 1);
    return {check.same(0)};
}

} // namespace

constinit const OpSpec beginState{.name = "begin_state", .infer = infer};

} // namespace netsmith::ops
