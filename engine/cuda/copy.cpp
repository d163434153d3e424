#include "engine/ops/copy.h"

#include "engine/cuda/lowerings.h"

namespace netsmith::cuda {

Lowered lowerCopy(const LoweringContext& context, const Op& op)
{
    const TensorInfo& info = context.output(op, 0);
    const std::int64_t bytes = info.shape.elements() * static_cast<std::int64_t>(sizeOf(info.type));
    return lowerTo([=](Stream& stream, const Addresses& at) { stream.copy(at.out<std::byte>(0), at.in<std::byte>(0), bytes); });
}

} // namespace netsmith::cuda
