#include "engine/ops/constant.h"

#include "engine/cpu/kernel.h"

namespace netsmith::cpu {

template <>
Lowered lower<ops::constant>(const LoweringContext&, const Op& op)
{
    const auto value = static_cast<float>(op.as<ConstantAttributes>().value);
    return lowerTo([=](const Addresses& at) { *at.out<float>(0) = value; });
}

} // namespace netsmith::cpu
