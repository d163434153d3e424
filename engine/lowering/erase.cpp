#include "engine/ops/erase.h"

#include "engine/lowering/backend.h"

#include NS_KERNELS(erase)

namespace netsmith::NS_BACKEND {

template <>
Lowered lower<ops::erase>(const LoweringContext& context, const Op& op)
{
    const Shape shape = context.input(op, 0).shape;
    return forFloatType(context.input(op, 0).type, [&]<class T>(T) {
        return lowerTo(
            [shape, settings = op.as<EraseAttributes>().settings](const Addresses& at, auto&... queue) {
                kernels::erase(queue..., settings, shape[0], shape[1], shape[2], shape[3], at.in<std::int64_t>(1), at.in<T>(0),
                               at.out<T>(0));
            },
            {0, {{0, 0}}});
    });
}

} // namespace netsmith::NS_BACKEND
