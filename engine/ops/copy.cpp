#include "engine/ops/copy.h"

#include "engine/ops/checks.h"
#include "engine/ops/gradient.h"

namespace netsmith::ops {
namespace {

std::vector<TensorType> infer(const Attributes&, std::span<const TensorInfo> inputs)
{
    const InputCheck check("copy", inputs, {"x"}, 1);
    return {check.same(0)};
}

void gradient(GradientContext& context)
{
    context.give(0, context.outputGradient(0));
}

} // namespace

constinit const OpSpec copy{.name = "copy", .infer = infer, .gradient = gradient, .precision = PrecisionRule::f32};

} // namespace netsmith::ops
