#include "engine/ops/constant.h"

#include "engine/cpu/lowerings.h"

namespace netsmith::cpu {

Lowered lowerConstant(const LoweringContext&, const Op& op)
{
    const auto value = static_cast<float>(op.as<ConstantAttributes>().value);
    return lowerTo([=](const Addresses& at) { *at.out<float>(0) = value; });
}

} // namespace netsmith::cpu
