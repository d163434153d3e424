#include "engine/ops/copy.h"

#include "engine/lowering/backend.h"

#include NS_KERNELS(copy)

namespace netsmith::NS_BACKEND {

template <>
Lowered lower<ops::copy>(const LoweringContext& context, const Op& op)
{
    const TensorInfo& info = context.output(op, 0);
    const std::int64_t bytes = info.shape.elements() * static_cast<std::int64_t>(sizeOf(info.type));
    return lowerTo([=](const Addresses& at, auto&... queue) {
        kernels::copyBytes(queue..., at.in<std::byte>(0), at.out<std::byte>(0), bytes);
    });
}

} // namespace netsmith::NS_BACKEND
