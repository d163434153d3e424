#include "engine/ops/constant.h"

#include "engine/cpu/kernel.h"

#include <algorithm>

namespace netsmith::cpu {

template <>
Lowered lower<ops::constant>(const LoweringContext&, const Op& op)
{
    const auto& attributes = op.as<ConstantAttributes>();
    return lowerTo([value = static_cast<float>(attributes.value), count = attributes.shape.elements()](const Addresses& at) {
        std::fill_n(at.out<float>(0), count, value);
    });
}

} // namespace netsmith::cpu
