#include "engine/ops/constant.h"

#include "engine/lowering/backend.h"

#include NS_KERNELS(constant)

namespace netsmith::NS_BACKEND {

template <>
Lowered lower<ops::constant>(const LoweringContext&, const Op& op)
{
    const auto& attributes = op.as<ConstantAttributes>();
    return lowerTo([value = static_cast<float>(attributes.value), count = attributes.shape.elements()](
                       const Addresses& at, auto&... queue) { kernels::constant(queue..., value, at.out<float>(0), count); });
}

} // namespace netsmith::NS_BACKEND
