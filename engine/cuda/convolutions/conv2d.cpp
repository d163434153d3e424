#include "engine/ops/conv2d.h"

#include "engine/cuda/convolutions/convolution.h"
#include "engine/cuda/convolutions/depthwise.h"
#include "engine/ops/window_steps.h"

namespace netsmith::cuda {
namespace {

Convolution convolutionOf(const Conv2dAttributes& conv)
{
    return {.window = {.slice = windowShape(conv.window, conv.inputShape)},
            .kernel = conv.kernelShape,
            .groups = conv.groups,
            .activation = conv.activation,
            .bias = conv.bias};
}

} // namespace

template <>
Lowered lower<ops::conv2d>(const LoweringContext& context, const Op& op)
{
    const auto& conv = op.as<Conv2dAttributes>();
    return conv.isDepthwise() ? lowerDepthwise(context, op) : lowerForward(context, op, convolutionOf(conv));
}

template <>
Lowered lower<ops::conv2dBackwardData>(const LoweringContext& context, const Op& op)
{
    const auto& conv = op.as<Conv2dAttributes>();
    return conv.isDepthwise() ? lowerDepthwiseBackwardData(context, op) : lowerBackwardData(context, op, convolutionOf(conv));
}

template <>
Lowered lower<ops::conv2dBackwardWeights>(const LoweringContext& context, const Op& op)
{
    const auto& conv = op.as<Conv2dAttributes>();
    return conv.isDepthwise() ? lowerDepthwiseBackwardWeights(context, op) : lowerBackwardWeights(context, op, convolutionOf(conv));
}

} // namespace netsmith::cuda
