#include "engine/layers/convolution.h"

#include "engine/core/error.h"
#include "engine/layers/quantization.h"
#include "engine/layers/shape_checks.h"
#include "engine/ops/conv2d.h"
#include "engine/ops/reshape.h"

#include <fmt/format.h>

#include <algorithm>

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

OnnxCall::Value onnxBias(OnnxCall& call, const ConvolutionParameters& p)
{
    return p.useBias ? call.parameter("bias") : OnnxCall::Value();
}

WeightArray groupedKernel(WeightArray depthwise)
{
    const Shape shape = depthwise.shape;
    return reshaped(std::move(depthwise), {shape[0], shape[1], 1, shape[2] * shape[3]});
}

OnnxCall::Value onnxConvolution(OnnxCall& call, const OnnxCall::Value& x, const std::string& name, const WeightArray& kernel,
                                const OnnxCall::Value& bias, std::span<const WindowAxis> axes, std::int64_t groups,
                                const std::string& quantization)
{
    const auto positions = static_cast<int>(axes.size());
    std::vector<int> order{positions + 1, positions}; // filters, channels, sizes
    for (int axis = 0; axis < positions; ++axis)
        order.push_back(axis);
    OnnxCall::Attributes attributes = onnxWindow(axes);
    std::vector<std::int64_t> dilations;
    for (const WindowAxis& axis : axes)
        dilations.push_back(axis.dilation);
    attributes.push_back({"dilations", dilations});
    attributes.push_back({"group", groups});
    return call.add("Conv",
                    {onnxQuantizedInput(call, x, quantization),
                     onnxQuantizedKernel(call, name, transposed(kernel, order), 0, quantization), bias},
                    std::move(attributes));
}

void exportConvolution(OnnxCall& call, const ConvolutionParameters& p, const WeightArray& kernel, std::span<const WindowAxis> axes,
                       std::int64_t groups)
{
    const auto positions = static_cast<int>(axes.size());
    const OnnxCall::Value x = call.channelsFirst(call.input(), positions);
    const OnnxCall::Value y = onnxConvolution(call, x, "kernel", kernel, onnxBias(call, p), axes, groups, p.quantization);
    call.setOutput(0, onnxActivation(call, call.channelsLast(y, positions), p.activation));
}

std::array<std::int64_t, 2> axisPadding(const ConvolutionParameters& p, int axis, std::int64_t size)
{
    const auto i = static_cast<std::size_t>(axis);
    const Window2d window = windowFor({size, 1}, {p.kernelSize[i], 1}, {p.strides[i], 1}, {p.dilationRate[i], 1}, p.padding);
    return {window.top, window.bottom};
}

void writeKerasPadded(const PaddedConvolution2dParameters& p, LayerCode& code, const std::string& kerasClass,
                      std::initializer_list<std::string_view> positional)
{
    if (p.padding != "explicit")
        return code.kerasLayer(kerasClass, positional, {"explicit_padding", "quantization"});
    const auto& sides = p.explicitPadding;
    const std::int64_t rows[] = {sides[0], sides[1]}, columns[] = {sides[2], sides[3]};
    const bool even = std::ranges::all_of(sides, [&](std::int64_t side) { return side == sides[0]; });
    code.module("layers.ZeroPadding2D",
                {even ? std::to_string(sides[0]) : "(" + pythonTuple(rows) + ", " + pythonTuple(columns) + ")"});
    code.kerasLayer(kerasClass, positional, {"padding", "explicit_padding", "quantization"});
}

void writeTorchConvolution(const ConvolutionParameters& p, LayerCode& code, std::int64_t in, std::int64_t out, std::int64_t groups,
                           std::span<const std::array<std::int64_t, 2>> padding, CodeStep step)
{
    const std::vector<std::int64_t> ones(padding.size(), 1), zeros(padding.size(), 0);
    std::vector<std::int64_t> even, sides; // the last axis comes first there
    for (const auto& [before, after] : padding) {
        even.push_back(before);
        sides.insert(sides.begin(), {before, after});
    }
    const bool uneven = std::ranges::any_of(padding, [](const auto& axis) { return axis[0] != axis[1]; });
    code.order(AxisOrder::channelsFirst);
    if (uneven) {
        code.module(fmt::format("nn.ZeroPad{}d", padding.size()), {pythonTuple(sides)});
        even = zeros;
    }
    const std::vector<std::string> arguments{std::to_string(in),
                                             std::to_string(out),
                                             pythonSize(p.kernelSize),
                                             keyword("stride", p.strides, ones),
                                             keyword("padding", even, zeros),
                                             keyword("dilation", p.dilationRate, ones),
                                             keyword("groups", groups, std::int64_t(1)),
                                             keyword("bias", p.useBias, true)};
    step.module = pythonCall(fmt::format("nn.Conv{}d", padding.size()), arguments);
    code.step(std::move(step));
}

CodeStep kernelAndBias()
{
    return {.weights = {{"kernel", "weight"}, {"bias", "bias"}}};
}

} // namespace netsmith::layer
