#include "engine/layers/convolution.h"

#include "engine/core/error.h"
#include "engine/layers/shape_checks.h"
#include "engine/ops/conv2d.h"
#include "engine/ops/reshape.h"

namespace netsmith::layer {
namespace {

/// The kernel's sizes along each axis, then the input and output channels.
Shape kernelOf(const ConvolutionParameters& p, std::int64_t in, std::int64_t out)
{
    std::vector<std::int64_t> sizes = p.kernelSize;
    sizes.push_back(in);
    sizes.push_back(out);
    const Shape shape(sizes);
    (void)shape.elements(); // throws if the weights alone exceed 64 bits
    return shape;
}

} // namespace

Window2d windowOf(const ConvolutionParameters& p, const Shape& image)
{
    return windowFor(sizeOf(image), size2(p.kernelSize), size2(p.strides), size2(p.dilationRate), p.padding);
}

Window2d windowOf(const PaddedConvolution2dParameters& p, const Shape& image)
{
    if (p.padding != "explicit")
        return windowOf(static_cast<const ConvolutionParameters&>(p), image);
    return {.kernel = size2(p.kernelSize),
            .stride = size2(p.strides),
            .dilation = size2(p.dilationRate),
            .top = p.explicitPadding[0],
            .bottom = p.explicitPadding[1],
            .left = p.explicitPadding[2],
            .right = p.explicitPadding[3]};
}

Shape kernelShape(const ConvolutionParameters& p, std::int64_t channels)
{
    if (channels % p.groups != 0 || p.filters % p.groups != 0)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("conv2d.groups",
                               "expected groups that divide {0:input channel|input channels} and {1:filter|filters}, got {2}"),
                    channels, p.filters, p.groups);
    return kernelOf(p, channels / p.groups, p.filters);
}

Shape depthwiseKernelShape(const ConvolutionParameters& p, std::int64_t channels)
{
    return kernelOf(p, channels, p.depthMultiplier);
}

TensorId emitConvolution(LayerCall& call, TensorId image, TensorId kernel, TensorId bias, const Window2d& window,
                         std::int64_t groups)
{
    auto attributes = std::make_shared<Conv2dAttributes>();
    attributes->window = window;
    attributes->groups = groups;
    attributes->bias = bias != noTensor;
    attributes->inputShape = call.emitter().shape(image);
    attributes->kernelShape = call.emitter().shape(kernel);
    std::vector<TensorId> inputs{image, kernel};
    if (bias != noTensor)
        inputs.push_back(bias);
    return call.emitter().emitOne(ops::conv2d, attributes, std::move(inputs));
}

TensorId emitDepthwise(LayerCall& call, TensorId image, TensorId kernel, TensorId bias, const Window2d& window)
{
    const Shape shape = call.emitter().shape(kernel);
    const TensorId grouped = emitReshape(call.emitter(), kernel, {shape[0], shape[1], 1, shape[2] * shape[3]});
    return emitConvolution(call, image, grouped, bias, window, shape[2]);
}

TensorId biasWeight(LayerCall& call, const ConvolutionParameters& p, std::int64_t filters)
{
    return p.useBias ? call.weight(WeightKind::bias, "bias", {filters}) : noTensor;
}

} // namespace netsmith::layer
