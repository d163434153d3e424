#include "engine/ops/conv2d.h"

#include "engine/cpu/convolution.h"
#include "engine/cpu/depthwise.h"
#include "engine/cpu/winograd.h"

namespace netsmith::cpu {
namespace {

Convolution convolutionOf(const Conv2dAttributes& conv)
{
    const Shape& x = conv.inputShape;
    const Size2 size = conv.window.outputOf({x[1], x[2]});
    const Shape y{x[0], size.height, size.width, conv.kernelShape[3]};
    return {.x = x,
            .y = y,
            .kernel = conv.kernelShape,
            .groups = conv.groups,
            .bias = conv.bias,
            .axes = {conv.window.vertical(), conv.window.horizontal()}};
}

/// Whether oneDNN only has a general kernel for a convolution for which our own is faster.
bool wantsOwnKernel(const Conv2dAttributes& conv, const Lowered& lowered)
{
    return conv.isDepthwise() && !isForDepthwise(lowered.kernel->implementation());
}

} // namespace

template <>
Lowered lower<ops::conv2d>(const LoweringContext& context, const Op& op)
{
    const auto& conv = op.as<Conv2dAttributes>();
    if (std::optional<Lowered> own = lowerWinograd(context, op))
        return std::move(*own);
    const DataType type = context.input(op, 0).type;
    Convolution wanted = convolutionOf(conv);
    wanted.fixedWeights = context.isFixed(op, 1);
    Lowered lowered = lowerForward(wanted, conv.activation, type, context.input(op, 1).type);
    return wantsOwnKernel(conv, lowered) ? lowerDepthwise(context, op) : std::move(lowered);
}

template <>
Lowered lower<ops::conv2dBackwardData>(const LoweringContext& context, const Op& op)
{
    const auto& conv = op.as<Conv2dAttributes>();
    if (std::optional<Lowered> own = lowerWinogradBackwardData(context, op))
        return std::move(*own);
    const DataType type = context.input(op, 0).type;
    Lowered lowered = lowerBackwardData(convolutionOf(conv), type, context.input(op, 1).type);
    return wantsOwnKernel(conv, lowered) ? lowerDepthwiseBackwardData(context, op) : std::move(lowered);
}

template <>
Lowered lower<ops::conv2dBackwardWeights>(const LoweringContext& context, const Op& op)
{
    const auto& conv = op.as<Conv2dAttributes>();
    if (std::optional<Lowered> own = lowerWinogradBackwardWeights(context, op))
        return std::move(*own);
    const DataType type = context.input(op, 0).type;
    Lowered lowered = lowerBackwardWeights(convolutionOf(conv), type);
    return wantsOwnKernel(conv, lowered) ? lowerDepthwiseBackwardWeights(context, op) : std::move(lowered);
}

} // namespace netsmith::cpu
