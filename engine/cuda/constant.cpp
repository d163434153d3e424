#include "engine/ops/constant.h"

#include "engine/cuda/kernels/constant.h"
#include "engine/cuda/lowerings.h"

namespace netsmith::cuda {

Lowered lowerConstant(const LoweringContext&, const Op& op)
{
    const auto value = static_cast<float>(op.as<ConstantAttributes>().value);
    return lowerTo([=](Stream& stream, const Addresses& at) { kernels::constant(stream, value, at.out<float>(0)); });
}

} // namespace netsmith::cuda
