#include "engine/ops/scale.h"

#include "engine/ops/checks.h"
#include "engine/ops/gradient.h"

#include <cmath>
#include <fmt/format.h>

namespace netsmith {

std::string ScaleAttributes::text() const
{
    return fmt::format("{}", factor);
}

TensorId emitScale(Emitter& emitter, TensorId x, double factor)
{
    return emitter.emitOne(ops::scale, std::make_shared<ScaleAttributes>(factor), {x});
}

namespace ops {
namespace {

std::vector<TensorType> infer(const Attributes& attributes, std::span<const TensorInfo> inputs)
{
    const InputCheck check("scale", inputs, {"x"}, 1);
    check.expectFloating(0);
    const double factor = static_cast<const ScaleAttributes&>(attributes).factor;
    check.expect(std::isfinite(factor), "a finite factor", fmt::format("{}", factor));
    return {check.same(0)};
}

void gradient(GradientContext& context)
{
    context.give(0, emitScale(context.emitter(), context.outputGradient(0), context.op().as<ScaleAttributes>().factor));
}

double flops(const Attributes&, std::span<const TensorInfo>, std::span<const TensorInfo> outputs)
{
    return static_cast<double>(outputs[0].shape.elements());
}

} // namespace

constinit const OpSpec scale{.name = "scale", .infer = infer, .gradient = gradient, .flops = flops};

} // namespace ops
} // namespace netsmith
