#include "engine/ops/gradient_steps.h"

#include "engine/lowering/update.h"

#include NS_KERNELS(gradient_steps)

#include <vector>

namespace netsmith::NS_BACKEND {
namespace {

/// The number of elements of each value after the two arenas.
std::vector<std::int64_t> widthsOf(const LoweringContext& context, const Op& op)
{
    std::vector<std::int64_t> widths;
    for (std::size_t i = 2; i + 1 < op.inputs.size(); ++i)
        widths.push_back(context.input(op, i).shape.elements());
    return widths;
}

auto elementsOf(const LoweringContext& context, const Op& op)
{
    return splitArena(context, context.input(op, 0).shape.elements());
}

} // namespace

template <>
Lowered lower<ops::accumulateGradients>(const LoweringContext& context, const Op& op)
{
    return lowerTo([elements = elementsOf(context, op), widths = widthsOf(context, op)](const Addresses& at, auto&... queue) {
        const auto values = at.inputs.subspan(2, widths.size());
        kernels::accumulateGradients(queue..., at.in<float>(0), elements, values, widths, at.out<float>(0), at.out<float>(1));
    });
}

template <>
Lowered lower<ops::addAccumulated>(const LoweringContext& context, const Op& op)
{
    return lowerTo([elements = elementsOf(context, op), widths = widthsOf(context, op)](const Addresses& at, auto&... queue) {
        const auto values = at.inputs.subspan(2, widths.size());
        const auto out = at.outputs.subspan(1, widths.size());
        kernels::addAccumulated(queue..., at.in<float>(1), elements, values, widths, at.out<float>(0), out,
                                at.out<float>(1 + widths.size()));
    });
}

template <>
Lowered lower<ops::clipValues>(const LoweringContext& context, const Op& op)
{
    return lowerTo(
        [elements = elementsOf(context, op), most = op.as<ClipValuesAttributes>().most](const Addresses& at, auto&... queue) {
            kernels::clipValues(queue..., most, at.in<float>(1), at.out<float>(0), elements);
        });
}

} // namespace netsmith::NS_BACKEND
