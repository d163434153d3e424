#include "engine/ops/constant.h"

#include "engine/cuda/kernels/constant.h"
#include "engine/cuda/kernel.h"

namespace netsmith::cuda {

template <>
Lowered lower<ops::constant>(const LoweringContext&, const Op& op)
{
    const auto value = static_cast<float>(op.as<ConstantAttributes>().value);
    return lowerTo([=](Stream& stream, const Addresses& at) { kernels::constant(stream, value, at.out<float>(0)); });
}

} // namespace netsmith::cuda
