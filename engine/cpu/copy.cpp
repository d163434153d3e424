#include "engine/ops/copy.h"

#include "engine/cpu/kernel.h"

#include <cstring>

namespace netsmith::cpu {

template <>
Lowered lower<ops::copy>(const LoweringContext& context, const Op& op)
{
    const TensorInfo& info = context.output(op, 0);
    const auto bytes = static_cast<std::size_t>(info.shape.elements()) * sizeOf(info.type);
    return lowerTo([=](const Addresses& at) { std::memcpy(at.out<std::byte>(0), at.in<std::byte>(0), bytes); });
}

} // namespace netsmith::cpu
