#include "engine/ops/gradient_steps.h"

#include "engine/cuda/kernels/gradient_steps.h"
#include "engine/cuda/kernel.h"

#include <vector>

namespace netsmith::cuda {
namespace {

/// The number of elements of each value after the two arenas.
std::vector<std::int64_t> widthsOf(const LoweringContext& context, const Op& op)
{
    std::vector<std::int64_t> widths;
    for (std::size_t i = 2; i + 1 < op.inputs.size(); ++i)
        widths.push_back(context.input(op, i).shape.elements());
    return widths;
}

/// The values after the two arenas.
std::vector<kernels::AccumulatedValue> valuesOf(const Addresses& at, const std::vector<std::int64_t>& widths)
{
    std::vector<kernels::AccumulatedValue> values;
    for (std::size_t v = 0; v < widths.size(); ++v)
        values.push_back({at.in<float>(2 + v), widths[v]});
    return values;
}

} // namespace

template <>
Lowered lower<ops::accumulateGradients>(const LoweringContext& context, const Op& op)
{
    return lowerTo(
        [count = context.input(op, 0).shape.elements(), widths = widthsOf(context, op)](const Addresses& at, Stream& stream) {
            kernels::accumulateGradients(stream, at.in<float>(0), count, valuesOf(at, widths), at.out<float>(0), at.out<float>(1));
        });
}

template <>
Lowered lower<ops::addAccumulated>(const LoweringContext& context, const Op& op)
{
    return lowerTo([count = context.input(op, 0).shape.elements(), widths = widthsOf(context, op)](const Addresses& at,
                                                                                                   Stream& stream) {
        const std::vector<kernels::AccumulatedValue> values = valuesOf(at, widths);
        std::vector<float*> sums;
        for (std::size_t v = 0; v < values.size(); ++v)
            sums.push_back(at.out<float>(1 + v));
        kernels::addAccumulated(stream, at.in<float>(1), count, values, at.out<float>(0), sums, at.out<float>(1 + values.size()));
    });
}

template <>
Lowered lower<ops::clipValues>(const LoweringContext& context, const Op& op)
{
    return lowerTo([count = context.input(op, 0).shape.elements(), most = op.as<ClipValuesAttributes>().most](const Addresses& at,
                                                                                                              Stream& stream) {
        kernels::clipValues(stream, most, at.in<float>(1), at.out<float>(0), count);
    });
}

} // namespace netsmith::cuda
