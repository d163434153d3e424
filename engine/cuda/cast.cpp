#include "engine/ops/cast.h"

#include "engine/cuda/kernels/cast.h"
#include "engine/cuda/kernels/float16.h"
#include "engine/cuda/kernel.h"

namespace netsmith::cuda {
namespace {

/// Between f32 and a type of 16 bits.
template <class Low>
Lowered castWith(const TensorInfo& to)
{
    const std::int64_t count = to.shape.elements();
    if (to.type == DataType::f32)
        return lowerTo([=](const Addresses& at, Stream& stream) { kernels::cast(stream, at.in<Low>(0), at.out<float>(0), count); });
    return lowerTo([=](const Addresses& at, Stream& stream) { kernels::cast(stream, at.in<float>(0), at.out<Low>(0), count); });
}

} // namespace

template <>
Lowered lower<ops::cast>(const LoweringContext& context, const Op& op)
{
    const TensorInfo& to = context.output(op, 0);
    const bool half = to.type == DataType::f16 || context.input(op, 0).type == DataType::f16;
    return half ? castWith<Float16>(to) : castWith<BFloat16>(to);
}

} // namespace netsmith::cuda
