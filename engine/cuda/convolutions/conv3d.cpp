#include "engine/ops/conv3d.h"

#include "engine/cuda/convolutions/convolution.h"

namespace netsmith::cuda {
namespace {

kernels::VolumeWindow windowOf(const Conv3dAttributes& conv)
{
    const auto& [depth, height, width] = conv.window.axes;
    const Shape& x = conv.inputShape;
    const Shape y = conv.outputShape();
    kernels::VolumeWindow window{.slice = {.images = x[0] * x[1],
                                           .height = x[2],
                                           .width = x[3],
                                           .channels = x[4],
                                           .outputHeight = y[2],
                                           .outputWidth = y[3],
                                           .kernelHeight = height.kernel,
                                           .kernelWidth = width.kernel,
                                           .strideHeight = height.stride,
                                           .strideWidth = width.stride,
                                           .dilationHeight = height.dilation,
                                           .dilationWidth = width.dilation,
                                           .top = height.before,
                                           .left = width.before}};
    if (depth.kernel == 1 && depth.stride == 1 && y[1] == x[1])
        return window; // no result sees more than its own slice, so that each is an image
    window.depth = x[1];
    window.outputDepth = y[1];
    window.kernelDepth = depth.kernel;
    window.strideDepth = depth.stride;
    window.dilationDepth = depth.dilation;
    window.front = depth.before;
    return window;
}

Convolution convolutionOf(const Conv3dAttributes& conv)
{
    return {.window = windowOf(conv),
            .kernel = conv.kernelShape,
            .groups = conv.groups,
            .activation = conv.activation,
            .bias = conv.bias};
}

} // namespace

template <>
Lowered lower<ops::conv3d>(const LoweringContext& context, const Op& op)
{
    return lowerForward(context, op, convolutionOf(op.as<Conv3dAttributes>()));
}

template <>
Lowered lower<ops::conv3dBackwardData>(const LoweringContext& context, const Op& op)
{
    return lowerBackwardData(context, op, convolutionOf(op.as<Conv3dAttributes>()));
}

template <>
Lowered lower<ops::conv3dBackwardWeights>(const LoweringContext& context, const Op& op)
{
    return lowerBackwardWeights(context, op, convolutionOf(op.as<Conv3dAttributes>()));
}

} // namespace netsmith::cuda
