#include "engine/ops/affine.h"

#include "engine/ops/checks.h"
#include "engine/ops/gradient.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace netsmith {

std::string AffineAttributes::text() const
{
    return fmt::format("by {} plus {}", fmt::join(factors, ","), fmt::join(offsets, ","));
}

AffineTable::AffineTable(const AffineAttributes& attributes)
    : channels(static_cast<std::int64_t>(std::max(attributes.factors.size(), attributes.offsets.size())))
{
    const auto fill = [this](const std::vector<double>& from, std::array<float, AffineAttributes::mostChannels>& to) {
        for (std::size_t c = 0; c < static_cast<std::size_t>(channels); ++c)
            to[c] = static_cast<float>(from[std::min(c, from.size() - 1)]);
    };
    fill(attributes.factors, factors);
    fill(attributes.offsets, offsets);
}

TensorId emitAffine(Emitter& emitter, TensorId x, std::vector<double> factors, std::vector<double> offsets, const OpSpec& op)
{
    return emitter.emitOne(op, std::make_shared<AffineAttributes>(std::move(factors), std::move(offsets)), {x});
}

namespace ops {
namespace {

void expectNumbers(const InputCheck& check, const std::vector<double>& numbers, const std::string& text)
{
    const std::int64_t channels = check.shape(0)[-1];
    const auto count = static_cast<std::int64_t>(numbers.size());
    check.expect(count == 1 || (count == channels && count <= AffineAttributes::mostChannels),
                 fmt::format("one number or one for each of {} channels, at most {}", channels, AffineAttributes::mostChannels),
                 text);
    check.expect(std::ranges::all_of(numbers, [](double number) { return std::isfinite(number); }), "finite numbers", text);
}

std::vector<TensorType> infer(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const auto& attributes = static_cast<const AffineAttributes&>(base);
    const InputCheck check("affine", inputs, {"x"}, 1);
    check.expectFloating(0);
    check.expectRankAtLeast(0, 1);
    expectNumbers(check, attributes.factors, attributes.text());
    expectNumbers(check, attributes.offsets, attributes.text());
    return {check.same(0)};
}

void gradient(GradientContext& context)
{
    const auto& factors = context.op().as<AffineAttributes>().factors;
    context.give(0, emitAffine(context.emitter(), context.outputGradient(0), factors, {0.0}));
}

double flops(const Attributes&, std::span<const TensorInfo>, std::span<const TensorInfo> outputs)
{
    return 2.0 * static_cast<double>(outputs[0].shape.elements());
}

} // namespace

constinit const OpSpec affine{.name = "affine", .infer = infer, .gradient = gradient, .flops = flops};

const OpSpec& affineInFull()
{
    static constexpr OpSpec spec{
        .name = "affine", .infer = infer, .gradient = gradient, .flops = flops, .precision = PrecisionRule::f32};
    return spec;
}

} // namespace ops
} // namespace netsmith
