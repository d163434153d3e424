#include "engine/ops/layer_norm.h"

#include "engine/lowering/backend.h"

#include NS_KERNELS(layer_norm)

namespace netsmith::NS_BACKEND {
namespace {

LayerNormShape layerNormShape(const LoweringContext& context, const Op& op)
{
    const Shape& x = context.input(op, 0).shape;
    return {x.elements() / x[-1], x[-1], op.as<LayerNormAttributes>().centred};
}

} // namespace

template <>
Lowered lower<ops::layerNorm>(const LoweringContext& context, const Op& op)
{
    return forFloatType(context.input(op, 0).type, [&]<class T>(T) {
        return lowerTo(
            [shape = layerNormShape(context, op), epsilon = op.as<LayerNormAttributes>().epsilon](const Addresses& at,
                                                                                                  auto&... queue) {
                kernels::layerNorm(queue..., shape, epsilon, at.in<T>(0), at.in<float>(1), at.in<float>(2), at.out<T>(0),
                                   at.out<float>(1), at.out<float>(2));
            },
            {0, {{0, 0}}});
    });
}

template <>
Lowered lower<ops::layerNormBackward>(const LoweringContext& context, const Op& op)
{
    const LayerNormShape shape = layerNormShape(context, op);
    return forFloatType(context.input(op, 0).type, [&]<class T>(T) {
        return lowerTo(
            [shape](const Addresses& at, auto&... queue) {
                kernels::layerNormBackward(queue..., shape, at.in<T>(0), at.in<float>(1), at.in<float>(2), at.in<float>(3),
                                           at.in<T>(4), at.out<T>(0), at.out<float>(1), at.out<float>(2), at.workspace);
            },
            {kernels::layerNormWorkspace(shape), {{0, 4}}});
    });
}

} // namespace netsmith::NS_BACKEND
