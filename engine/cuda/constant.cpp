#include "engine/ops/constant.h"

#include "engine/cuda/kernels/constant.h"
#include "engine/cuda/kernel.h"

namespace netsmith::cuda {

template <>
Lowered lower<ops::constant>(const LoweringContext&, const Op& op)
{
    const auto& attributes = op.as<ConstantAttributes>();
    return lowerTo([value = static_cast<float>(attributes.value), count = attributes.shape.elements()](
                       const Addresses& at, Stream& stream) { kernels::constant(stream, value, at.out<float>(0), count); });
}

} // namespace netsmith::cuda
