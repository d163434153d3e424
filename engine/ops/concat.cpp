#include "engine/ops/concat.h"

#include "engine/core/checked.h"
#include "engine/ops/checks.h"
#include "engine/ops/gradient.h"
#include "engine/ops/pad.h"

#include <fmt/format.h>

namespace netsmith {

std::string SliceAttributes::text() const
{
    return fmt::format("axis {} begin {} size {}", axis, begin, size);
}

namespace ops {
namespace {

Shape withAxis(const Shape& shape, int axis, std::int64_t size)
{
    std::vector<std::int64_t> sizes(shape.sizes().begin(), shape.sizes().end());
    sizes[static_cast<std::size_t>(axis)] = size;
    return Shape(sizes);
}

void expectAxis(const InputCheck& check, int axis)
{
    check.expectRankAtLeast(0, 2);
    check.expect(axis >= 1 && axis < check.shape(0).rank(), fmt::format("1 ≤ axis ≤ {}", check.shape(0).rank() - 1),
                 std::to_string(axis));
}

std::vector<TensorType> infer(const Attributes& attributes, std::span<const TensorInfo> inputs)
{
    const int axis = static_cast<const ConcatAttributes&>(attributes).axis;
    const InputCheck check("concat", inputs, {"the first input", "each further input"}, 2, true);
    check.expectFloating(0);
    expectAxis(check, axis);
    std::int64_t size = check.shape(0)[axis];
    for (std::size_t i = 1; i < check.count(); ++i) {
        check.expectType(i, {check.type(0)});
        check.expectRank(i, check.shape(0).rank());
        check.expectShape(i, withAxis(check.shape(0), axis, check.shape(i)[axis]));
        const auto sum = checkedAdd(size, check.shape(i)[axis]);
        check.expect(sum.has_value(), "axis < 2⁶³", check.shape(i).text());
        size = *sum;
    }
    return {{withAxis(check.shape(0), axis, size), check.type(0)}};
}

void gradient(GradientContext& context)
{
    const int axis = context.op().as<ConcatAttributes>().axis;
    std::int64_t begin = 0;
    for (std::size_t i = 0; i < context.op().inputs.size(); ++i) {
        const std::int64_t size = context.emitter().shape(context.input(i))[axis];
        if (context.needs(i))
            context.give(i,
                         context.emitter().emitOne(slice, std::make_shared<SliceAttributes>(axis, begin, size),
                                                   {context.outputGradient(0)}));
        begin += size;
    }
}

std::vector<TensorType> inferSlice(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const auto& attributes = static_cast<const SliceAttributes&>(base);
    const InputCheck check("slice", inputs, {"x"}, 1);
    check.expectFloating(0);
    expectAxis(check, attributes.axis);
    const std::int64_t size = check.shape(0)[attributes.axis];
    const auto end = checkedAdd(attributes.begin, attributes.size);
    check.expect(attributes.begin >= 0 && attributes.size >= 1 && end && *end <= size,
                 fmt::format("0 ≤ begin < begin + size ≤ {}", size), attributes.text());
    return {{withAxis(check.shape(0), attributes.axis, attributes.size), check.type(0)}};
}

/// What was cut off gets no gradient.
void gradientOfSlice(GradientContext& context)
{
    if (!context.needs(0))
        return;
    const auto& attributes = context.op().as<SliceAttributes>();
    const Shape& x = context.emitter().shape(context.input(0));
    const auto axis = static_cast<std::size_t>(attributes.axis);
    std::vector<std::int64_t> before(x.sizes().size()), after(x.sizes().size());
    before[axis] = attributes.begin;
    after[axis] = x[attributes.axis] - attributes.begin - attributes.size;
    context.give(0,
                 context.emitter().emitOne(pad, std::make_shared<PadAttributes>(std::move(before), std::move(after)),
                                           {context.outputGradient(0)}));
}

} // namespace

constinit const OpSpec concat{.name = "concat", .infer = infer, .gradient = gradient, .precision = PrecisionRule::promote};
constinit const OpSpec slice{.name = "slice", .infer = inferSlice, .gradient = gradientOfSlice};

} // namespace ops
} // namespace netsmith
