#include "engine/ops/dense.h"

#include "engine/cuda/finish.h"
#include "engine/cuda/float_types.h"
#include "engine/cuda/kernels/column_sums.h"
#include "engine/cuda/kernel.h"
#include "engine/cuda/products.h"

namespace netsmith::cuda {
namespace {

ProductSizes sizesOf(const Shape& x, const Shape& w)
{
    return {.rows = x.elements() / x[-1], .in = w[0], .out = w[1]};
}

} // namespace

template <>
Lowered lower<ops::dense>(const LoweringContext& context, const Op& op)
{
    const auto& attributes = op.as<DenseAttributes>();
    const TensorInfo& x = context.input(op, 0);
    const ProductSizes sizes = sizesOf(x.shape, context.input(op, 1).shape);
    Finish wished(attributes.bias, attributes.activation, x.type);
    auto product = wished.product(
        [&] { return std::make_shared<Product>(as(context.plan.precision, wished.with(forwardProduct(sizes, x.type)))); });
    return forFloatType(x.type, [&]<class T>(T) {
        return lowerTo(
            [=, finish = wished](const Addresses& at, Stream& stream) {
                const auto* const bias = at.optional<float>(2);
                product->enqueue(stream, at.in<T>(1), at.in<T>(0), at.out<T>(0), finish.takesBias ? bias : nullptr, at.workspace);
                finishProduct(stream, finish, bias, at.out<T>(0), sizes.rows, sizes.out);
            },
            {product->workspace(), {}}, product->implementation());
    });
}

template <>
Lowered lower<ops::denseBackwardData>(const LoweringContext& context, const Op& op)
{
    const TensorInfo& dy = context.input(op, 0);
    const TensorInfo& dx = context.output(op, 0);
    const ProductSizes sizes = sizesOf(dx.shape, context.input(op, 1).shape);
    auto product = std::make_shared<Product>(as(context.plan.precision, backwardDataProduct(sizes, dy.type, dx.type)));
    return lowerTo(
        [product](const Addresses& at, Stream& stream) {
            product->enqueue(stream, at.inputs[1], at.inputs[0], at.outputs[0], nullptr, at.workspace);
        },
        {product->workspace(), {}}, product->implementation());
}

template <>
Lowered lower<ops::denseBackwardWeights>(const LoweringContext& context, const Op& op)
{
    const TensorInfo& x = context.input(op, 0);
    const ProductSizes sizes = sizesOf(x.shape, context.output(op, 0).shape);
    auto product = std::make_shared<Product>(as(context.plan.precision, backwardWeightsProduct(sizes, x.type)));
    const bool bias = op.as<DenseAttributes>().bias;
    const std::int64_t sums = bias ? kernels::columnPartials(sizes.rows, sizes.out) * static_cast<std::int64_t>(sizeof(float)) : 0;
    return forFloatType(x.type, [&]<class T>(T) {
        return lowerTo(
            [=](const Addresses& at, Stream& stream) {
                product->enqueue(stream, at.in<T>(1), at.in<T>(0), at.out<float>(0), nullptr, at.workspace);
                if (bias) // after the product has used the workspace
                    kernels::columnSums(stream, at.in<T>(1), at.out<float>(1), sizes.rows, sizes.out,
                                        static_cast<float*>(at.workspace));
            },
            {std::max(product->workspace(), sums), {}}, product->implementation());
    });
}

} // namespace netsmith::cuda
