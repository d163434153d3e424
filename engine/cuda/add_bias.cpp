#include "engine/ops/add_bias.h"

#include "engine/cuda/float_types.h"
#include "engine/cuda/kernels/add_bias.h"
#include "engine/cuda/kernels/column_sums.h"
#include "engine/cuda/kernel.h"

namespace netsmith::cuda {

template <>
Lowered lower<ops::addBias>(const LoweringContext& context, const Op& op)
{
    const TensorInfo& x = context.input(op, 0);
    return forFloatType(x.type, [&]<class T>(T) {
        return lowerTo(
            [activation = op.as<AddBiasAttributes>().activation, columns = x.shape[-1],
             count = x.shape.elements()](const Addresses& at, Stream& stream) {
                kernels::addBias(stream, activation, at.in<T>(0), at.in<float>(1), at.out<T>(0), count, columns);
            },
            {0, {{0, 0}}});
    });
}

template <>
Lowered lower<ops::addBiasBackward>(const LoweringContext& context, const Op& op)
{
    const TensorInfo& dy = context.input(op, 0);
    const std::int64_t columns = dy.shape[-1], rows = dy.shape.elements() / columns;
    return forFloatType(dy.type, [&]<class T>(T) {
        return lowerTo(
            [=](const Addresses& at, Stream& stream) {
                kernels::columnSums(stream, at.in<T>(0), at.out<float>(0), rows, columns, static_cast<float*>(at.workspace));
            },
            {kernels::columnPartials(rows, columns) * static_cast<std::int64_t>(sizeof(float)), {}});
    });
}

} // namespace netsmith::cuda
