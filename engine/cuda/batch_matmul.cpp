#include "engine/ops/batch_matmul.h"

#include "engine/cuda/kernel.h"
#include "engine/cuda/products.h"

namespace netsmith::cuda {

template <>
Lowered lower<ops::batchMatmul>(const LoweringContext& context, const Op& op)
{
    const auto& attributes = op.as<BatchMatmulAttributes>();
    const TensorInfo &left = context.input(op, 0), &right = context.input(op, 1);
    const BatchMatmulSizes sizes(attributes, left.shape, right.shape);
    // Row-major: to a column-major library each matrix is its transpose, and the operands are swapped.
    const ProductShape shape{.m = sizes.columns,
                             .n = sizes.rows,
                             .k = sizes.inner,
                             .transposeA = attributes.transposeRight,
                             .transposeB = attributes.transposeLeft,
                             .count = sizes.count,
                             .type = left.type,
                             .resultType = left.type};
    auto product = std::make_shared<Product>(as(context.plan.precision, shape));
    return lowerTo(
        [product](const Addresses& at, Stream& stream) {
            product->enqueue(stream, at.inputs[1], at.inputs[0], at.outputs[0], nullptr, at.workspace);
        },
        {product->workspace(), {}}, product->implementation());
}

} // namespace netsmith::cuda
