#include "engine/ops/upsample.h"

#include "engine/core/checked.h"
#include "engine/ops/checks.h"
#include "engine/ops/gradient.h"

#include <algorithm>
#include <fmt/format.h>

namespace netsmith {

std::string_view nameOf(Interpolation interpolation)
{
    return interpolation == Interpolation::nearest ? "nearest" : "linear";
}

std::string UpsampleAttributes::text() const
{
    return fmt::format("by {} {}", fmt::join(factors, "×"), nameOf(interpolation));
}

UpsampleExtent::UpsampleExtent(const Shape& x, const UpsampleAttributes& attributes)
    : images(x[0])
    , channels(x[-1])
    , interpolation(attributes.interpolation)
{
    std::size_t begin = 0;
    std::size_t end = attributes.factors.size();
    while (end > 0 && attributes.factors[end - 1] == 1)
        channels *= x[static_cast<int>(end--)];
    while (begin < end && attributes.factors[begin] == 1)
        images *= x[static_cast<int>(++begin)];
    for (std::size_t axis = sizes.size(); end > begin; --end) {
        sizes[--axis] = x[static_cast<int>(end)];
        factors[axis] = attributes.factors[end - 1];
    }
}

std::int64_t UpsampleExtent::inputElements() const
{
    return images * sizes[0] * sizes[1] * sizes[2] * channels;
}

std::int64_t UpsampleExtent::outputElements() const
{
    return inputElements() * factors[0] * factors[1] * factors[2];
}

namespace ops {
namespace {

void checkFactors(const InputCheck& check, const UpsampleAttributes& attributes)
{
    check.expectFloating(0);
    const std::size_t axes = attributes.factors.size();
    check.expect(axes >= 1 && axes <= 3, "1 to 3 factors", attributes.text());
    check.expectRank(0, static_cast<int>(axes) + 2);
    check.expect(std::ranges::min(attributes.factors) >= 1, "factors ≥ 1", attributes.text());
}

std::vector<TensorType> infer(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const auto& attributes = static_cast<const UpsampleAttributes&>(base);
    const InputCheck check("upsample", inputs, {"x"}, 1);
    checkFactors(check, attributes);
    const Shape& x = check.shape(0);
    std::vector<std::int64_t> sizes(x.sizes().begin(), x.sizes().end());
    for (std::size_t i = 0; i < attributes.factors.size(); ++i) {
        const auto size = checkedMultiply(sizes[i + 1], attributes.factors[i]);
        check.expect(size.has_value(), "sizes < 2⁶³", fmt::format("{} {}", x.text(), attributes.text()));
        sizes[i + 1] = *size;
    }
    return {{Shape(sizes), check.type(0)}};
}

void gradient(GradientContext& context)
{
    context.give(0, context.emitter().emitOne(upsampleBackward, context.op().attributes, {context.outputGradient(0)}));
}

std::vector<TensorType> inferBackward(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const auto& attributes = static_cast<const UpsampleAttributes&>(base);
    const InputCheck check("upsample_backward", inputs, {"dy"}, 1);
    checkFactors(check, attributes);
    const Shape& dy = check.shape(0);
    std::vector<std::int64_t> sizes(dy.sizes().begin(), dy.sizes().end());
    for (std::size_t i = 0; i < attributes.factors.size(); ++i) {
        check.expect(sizes[i + 1] % attributes.factors[i] == 0, "sizes that the factors divide",
                     fmt::format("{} {}", dy.text(), attributes.text()));
        sizes[i + 1] /= attributes.factors[i];
    }
    return {{Shape(sizes), check.type(0)}};
}

/// The cost of a number of the larger side: two operations per interpolated axis.
double costOfOne(const UpsampleAttributes& attributes, double ofNearest)
{
    if (attributes.interpolation == Interpolation::nearest)
        return ofNearest;
    double taps = 1.0;
    for (const std::int64_t factor : attributes.factors)
        taps *= factor > 1 ? 2.0 : 1.0;
    return 2.0 * taps;
}

double flops(const Attributes& base, std::span<const TensorInfo>, std::span<const TensorInfo> outputs)
{
    return costOfOne(static_cast<const UpsampleAttributes&>(base), 0.0) * static_cast<double>(outputs[0].shape.elements());
}

double flopsBackward(const Attributes& base, std::span<const TensorInfo> inputs, std::span<const TensorInfo>)
{
    return costOfOne(static_cast<const UpsampleAttributes&>(base), 1.0) * static_cast<double>(inputs[0].shape.elements());
}

} // namespace

constinit const OpSpec upsample{.name = "upsample", .infer = infer, .gradient = gradient, .flops = flops};
constinit const OpSpec upsampleBackward{.name = "upsample_backward", .infer = inferBackward, .flops = flopsBackward};

} // namespace ops
} // namespace netsmith
