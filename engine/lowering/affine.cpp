#include "engine/ops/affine.h"

#include "engine/lowering/backend.h"

#include NS_KERNELS(affine)

namespace netsmith::NS_BACKEND {

template <>
Lowered lower<ops::affine>(const LoweringContext& context, const Op& op)
{
    const TensorInfo& y = context.output(op, 0);
    const kernels::AffinePattern pattern{AffineTable(op.as<AffineAttributes>())};
    return forFloatType(y.type, [&]<class T>(T) {
        return lowerTo(
            [pattern, count = y.shape.elements()](const Addresses& at, auto&... queue) {
                kernels::affine(queue..., pattern, at.in<T>(0), at.out<T>(0), count);
            },
            {0, {{0, 0}}});
    });
}

} // namespace netsmith::NS_BACKEND
