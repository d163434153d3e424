#include "engine/ops/conv2d.h"

#include "engine/cpu/convolution.h"
#include "engine/cpu/depthwise.h"
#include "engine/cpu/winograd.h"

namespace netsmith::cpu {
namespace {

/// Whether oneDNN should use Winograd's F(4×4, 3×3) (Lavin and Gray 2016), which takes a quarter of the multiplications. Its error
/// is about 5 times the direct convolution's. It pays off if there are many channels, 4×4 tiles fit well, and there are enough of
/// them for four times as many weights: for a VGG on 32×32 images it halves the convolutions' time, including its own transforms
/// and the reorders to its layout.
bool suitsWinograd(const Conv2dAttributes& conv, const Shape& x, const Shape& y, DataType type)
{
    const std::int64_t tiles = y[0] * (y[1] / 4) * (y[2] / 4);
    return isForWinograd(conv, type) && x[3] >= 64 && y[3] >= 64 && y[1] >= 8 && y[2] >= 8 && tiles >= 64;
}

Convolution convolutionOf(const Conv2dAttributes& conv, DataType type)
{
    const Shape& x = conv.inputShape;
    const Size2 size = conv.window.outputOf({x[1], x[2]});
    const Shape y{x[0], size.height, size.width, conv.kernelShape[3]};
    return {.x = x,
            .y = y,
            .kernel = conv.kernelShape,
            .groups = conv.groups,
            .bias = conv.bias,
            .winograd = suitsWinograd(conv, x, y, type),
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
    Convolution wanted = convolutionOf(conv, type);
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
    Lowered lowered = lowerBackwardData(convolutionOf(conv, type), type, context.input(op, 1).type);
    return wantsOwnKernel(conv, lowered) ? lowerDepthwiseBackwardData(context, op) : std::move(lowered);
}

template <>
Lowered lower<ops::conv2dBackwardWeights>(const LoweringContext& context, const Op& op)
{
    const auto& conv = op.as<Conv2dAttributes>();
    if (std::optional<Lowered> own = lowerWinogradBackwardWeights(context, op))
        return std::move(*own);
    const DataType type = context.input(op, 0).type;
    Lowered lowered = lowerBackwardWeights(convolutionOf(conv, type), type);
    return wantsOwnKernel(conv, lowered) ? lowerDepthwiseBackwardWeights(context, op) : std::move(lowered);
}

} // namespace netsmith::cpu
