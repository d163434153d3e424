#include "engine/ops/lamb.h"

#include "engine/ops/update_checks.h"

#include <fmt/format.h>

namespace netsmith {

std::string LambAttributes::text() const
{
    return fmt::format("beta1 {} beta2 {} epsilon {}", beta1, beta2, epsilon) + updateText();
}

namespace ops {
namespace {

std::vector<TensorType> infer(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const auto& attributes = static_cast<const LambAttributes&>(base);
    const InputCheck check("lamb", inputs, {"weights", "gradients", "m", "v", "rates", "counters", "scale", "status"}, 8);
    expectShare(check, "beta1", attributes.beta1);
    expectShare(check, "beta2", attributes.beta2);
    expectNotNegative(check, "epsilon", attributes.epsilon);
    expectUpdate(check, 4, attributes);
    return {check.same(0), check.same(2), check.same(3)};
}

double flops(const Attributes&, std::span<const TensorInfo> inputs, std::span<const TensorInfo>)
{
    return 22.0 * static_cast<double>(inputs[0].shape.elements());
}

} // namespace

constinit const OpSpec lamb{.name = "lamb", .infer = infer, .flops = flops};

} // namespace ops
} // namespace netsmith
