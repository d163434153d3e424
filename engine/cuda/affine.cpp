#include "engine/ops/affine.h"

#include "engine/cuda/float_types.h"
#include "engine/cuda/kernels/affine.h"
#include "engine/cuda/kernel.h"

namespace netsmith::cuda {

template <>
Lowered lower<ops::affine>(const LoweringContext& context, const Op& op)
{
    const TensorInfo& y = context.output(op, 0);
    const AffineTable table(op.as<AffineAttributes>());
    return forFloatType(y.type, [&]<class T>(T) {
        return lowerTo(
            [table, count = y.shape.elements()](const Addresses& at, Stream& stream) {
                kernels::affine(stream, table, at.in<T>(0), at.out<T>(0), count);
            },
            {0, {{0, 0}}});
    });
}

} // namespace netsmith::cuda
