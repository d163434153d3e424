#include "engine/ops/stop_gradient.h"

#include "engine/ops/checks.h"

namespace netsmith {

TensorId emitStopGradient(Emitter& emitter, TensorId x)
{
    return emitter.emitOne(ops::stopGradient, noAttributes(), {x});
}

namespace ops {
namespace {

std::vector<TensorType> infer(const Attributes&, std::span<const TensorInfo> inputs)
{
    const InputCheck check("stop_gradient", inputs, {"x"}, 1);
    return {check.same(0)};
}

/// Passes no gradient to its input; without this rule autodiff would reject the op.
void gradient(GradientContext&) { }

} // namespace

constinit const OpSpec stopGradient{.name = "stop_gradient", .infer = infer, .gradient = gradient, .isView = true};

} // namespace ops
} // namespace netsmith
