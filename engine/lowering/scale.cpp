#include "engine/ops/scale.h"

#include "engine/lowering/backend.h"

#include NS_KERNELS(merge)

namespace netsmith::NS_BACKEND {

template <>
Lowered lower<ops::scale>(const LoweringContext& context, const Op& op)
{
    const std::int64_t count = context.output(op, 0).shape.elements();
    const auto factor = static_cast<float>(op.as<ScaleAttributes>().factor);
    return forFloatType(context.output(op, 0).type, [&]<class T>(T) {
        return lowerTo(
            [=](const Addresses& at, auto&... queue) { kernels::scale(queue..., factor, at.in<T>(0), at.out<T>(0), count); },
            {0, {{0, 0}}});
    });
}

} // namespace netsmith::NS_BACKEND
