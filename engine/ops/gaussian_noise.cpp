#include "engine/ops/gaussian_noise.h"

#include "engine/ops/checks.h"
#include "engine/ops/gradient.h"

#include <fmt/format.h>

#include <cmath>

namespace netsmith {

std::string GaussianNoiseAttributes::text() const
{
    return fmt::format("{} deviation {} seed {} node {}", multiplied ? "multiplied" : "added", deviation, seed, node);
}

namespace ops {
namespace {

std::vector<TensorType> infer(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const auto& attributes = static_cast<const GaussianNoiseAttributes&>(base);
    const InputCheck check("gaussian_noise", inputs, {"x", "counters"}, 2);
    check.expectFloating(0);
    check.expectRankAtLeast(0, 1);
    expectCounters(check, 1);
    check.expect(attributes.deviation >= 0.0 && std::isfinite(attributes.deviation), "0 ≤ deviation < ∞",
                 fmt::format("{}", attributes.deviation));
    return {check.same(0)};
}

/// Additive noise passes the gradient through; multiplicative noise multiplies it.
void gradient(GradientContext& context)
{
    const TensorId dy = context.outputGradient(0);
    const bool multiplied = context.op().as<GaussianNoiseAttributes>().multiplied;
    context.give(0, multiplied ? context.emitter().emitOne(gaussianNoise, context.op().attributes, {dy, context.input(1)}) : dy);
}

/// Operations per element: half of a logarithm, a root, a sine and a cosine, and their use.
double flops(const Attributes&, std::span<const TensorInfo> inputs, std::span<const TensorInfo>)
{
    return 20.0 * static_cast<double>(inputs[0].shape.elements());
}

} // namespace

constinit const OpSpec gaussianNoise{.name = "gaussian_noise", .infer = infer, .gradient = gradient, .flops = flops};

} // namespace ops
} // namespace netsmith
