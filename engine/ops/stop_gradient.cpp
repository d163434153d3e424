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

/// Gives its input nothing, and is no op without a rule that autodiff would refuse.
void gradient(GradientContext&) { }

} // namespace

constinit const OpSpec stopGradient{.name = "stop_gradient", .infer = infer, .gradient = gradient, .isView = true};

} // namespace ops
} // namespace netsmith
