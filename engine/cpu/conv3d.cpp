#include "engine/ops/conv3d.h"

#include "engine/cpu/convolution.h"

namespace netsmith::cpu {
namespace {

Convolution convolutionOf(const Conv3dAttributes& conv)
{
    return {.x = conv.inputShape,
            .y = conv.outputShape(),
            .kernel = conv.kernelShape,
            .groups = conv.groups,
            .bias = conv.bias,
            .axes = {conv.window.axes.begin(), conv.window.axes.end()}};
}

} // namespace

template <>
Lowered lower<ops::conv3d>(const LoweringContext& context, const Op& op)
{
    const auto& attributes = op.as<Conv3dAttributes>();
    Convolution wanted = convolutionOf(attributes);
    wanted.fixedWeights = context.isFixed(op, 1);
    return lowerForward(wanted, attributes.activation, context.input(op, 0).type, context.input(op, 1).type);
}

template <>
Lowered lower<ops::conv3dBackwardData>(const LoweringContext& context, const Op& op)
{
    return lowerBackwardData(convolutionOf(op.as<Conv3dAttributes>()), context.input(op, 0).type, context.input(op, 1).type);
}

template <>
Lowered lower<ops::conv3dBackwardWeights>(const LoweringContext& context, const Op& op)
{
    return lowerBackwardWeights(convolutionOf(op.as<Conv3dAttributes>()), context.input(op, 0).type);
}

} // namespace netsmith::cpu
