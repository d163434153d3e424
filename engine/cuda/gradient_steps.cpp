#include "engine/ops/gradient_steps.h"

#include "engine/cuda/kernels/gradient_steps.h"
#include "engine/cuda/kernel.h"

#include <vector>

namespace netsmith::cuda {
namespace {

/// The values behind the two arenas.
std::vector<const float*> valuesOf(const Addresses& at)
{
    std::vector<const float*> values;
    for (std::size_t i = 2; i + 1 < at.inputs.size(); ++i)
        values.push_back(at.in<float>(i));
    return values;
}

} // namespace

template <>
Lowered lower<ops::holdGradients>(const LoweringContext& context, const Op& op)
{
    return lowerTo([count = context.input(op, 0).shape.elements()](Stream& stream, const Addresses& at) {
        kernels::holdGradients(stream, at.in<float>(0), count, valuesOf(at), at.out<float>(0), at.out<float>(1));
    });
}

template <>
Lowered lower<ops::releaseGradients>(const LoweringContext& context, const Op& op)
{
    return lowerTo([count = context.input(op, 0).shape.elements()](Stream& stream, const Addresses& at) {
        const std::vector<const float*> values = valuesOf(at);
        std::vector<float*> sums;
        for (std::size_t v = 0; v < values.size(); ++v)
            sums.push_back(at.out<float>(1 + v));
        kernels::releaseGradients(stream, at.in<float>(1), count, values, at.out<float>(0), sums, at.out<float>(1 + values.size()));
    });
}

template <>
Lowered lower<ops::clipValues>(const LoweringContext& context, const Op& op)
{
    return lowerTo([count = context.input(op, 0).shape.elements(), most = op.as<ClipValuesAttributes>().most](Stream& stream,
                                                                                                              const Addresses& at) {
        kernels::clipValues(stream, most, at.in<float>(1), at.out<float>(0), count);
    });
}

} // namespace netsmith::cuda
