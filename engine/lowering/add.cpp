#include "engine/ops/add.h"

#include "engine/lowering/backend.h"

#include NS_KERNELS(add)

namespace netsmith::NS_BACKEND {

template <>
Lowered lower<ops::add>(const LoweringContext& context, const Op& op)
{
    const std::int64_t count = context.output(op, 0).shape.elements();
    const Activation kind = op.as<AddAttributes>().activation;
    return forFloatType(context.output(op, 0).type, [&]<class T>(T) {
        return lowerTo([=](const Addresses& at,
                           auto&... queue) { kernels::add(queue..., kind, at.in<T>(0), at.in<T>(1), at.out<T>(0), count); },
                       {0, {{0, 0}, {0, 1}}});
    });
}

} // namespace netsmith::NS_BACKEND
