#include "engine/ops/copy.h"

#include "engine/cuda/kernel.h"

namespace netsmith::cuda {

template <>
Lowered lower<ops::copy>(const LoweringContext& context, const Op& op)
{
    const TensorInfo& info = context.output(op, 0);
    const std::int64_t bytes = info.shape.elements() * static_cast<std::int64_t>(sizeOf(info.type));
    return lowerTo([=](const Addresses& at, Stream& stream) { stream.copy(at.out<std::byte>(0), at.in<std::byte>(0), bytes); });
}

} // namespace netsmith::cuda
