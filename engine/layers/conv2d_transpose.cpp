#include "engine/core/checked.h"
#include "engine/core/error.h"
#include "engine/graph/specs/layer_code.h"
#include "engine/graph/specs/layer_exports.h"
#include "engine/layers/convolution.h"
#include "engine/layers/layers.h"
#include "engine/layers/shape_checks.h"
#include "engine/ops/add_bias.h"
#include "engine/ops/conv2d.h"

#include <algorithm>
#include <array>

namespace netsmith::layer {
namespace {

using Parameters = Convolution2dParameters;

/// One axis of the image that a convolution with the same kernel and padding would shrink to `input`; if there are several, the one
/// that Keras takes.
std::int64_t grown(std::int64_t input, std::int64_t kernel, std::int64_t stride, std::int64_t dilation, const std::string& padding)
{
    const std::int64_t reach = (kernel - 1) * dilation + 1;
    const auto strided = checkedMultiply(input, stride);
    const auto size = strided && padding == "valid" ? checkedAdd(*strided, std::max<std::int64_t>(reach - stride, 0)) : strided;
    if (!size)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("conv2d_transpose.size",
                               "an image of {0} pixels grows by strides of {1} beyond what 64 bits can count; use smaller strides"),
                    input, stride);
    return *size;
}

/// H'×W'×filters, whose convolution would be H×W×C.
Shape grownImage(const Parameters& p, const Shape& image)
{
    const Size2 kernel = size2(p.kernelSize), stride = size2(p.strides), dilation = size2(p.dilationRate);
    return {grown(image[0], kernel.height, stride.height, dilation.height, p.padding),
            grown(image[1], kernel.width, stride.width, dilation.width, p.padding), p.filters};
}

/// kh×kw×filters×C: the kernel of the corresponding forward convolution, as in Keras.
Shape transposedKernelShape(const Parameters& p, std::int64_t channels)
{
    Parameters back = p;
    back.filters = channels;
    return kernelShape(back, p.filters);
}

std::vector<Shape> shapes(const Parameters& p, std::span<const Shape> inputs)
{
    requireImage(inputs[0]);
    (void)transposedKernelShape(p, inputs[0][2]);
    return {grownImage(p, inputs[0])};
}

/// The gradient of a convolution over its data, run forward: Zeiler et al. 2010.
void lower(const Parameters& p, LayerCall& call)
{
    const Shape input = call.emitter().shape(call.input());
    const Shape image = grownImage(p, input.withoutBatch());
    auto attributes = std::make_shared<Conv2dAttributes>();
    attributes->window = windowOf(p, image);
    attributes->bias = false;
    attributes->inputShape = image.withBatch(input[0]);
    attributes->kernelShape = transposedKernelShape(p, input[3]);
    const TensorId kernel = call.weight(WeightKind::kernel, "kernel", attributes->kernelShape);
    const TensorId y = call.emitter().emitOne(ops::conv2dBackwardData, attributes, {call.input(), kernel});
    const TensorId biased = emitAddBias(call.emitter(), y, biasWeight(call, p, p.filters));
    call.setOutput(0, applyActivation(call.emitter(), biased, p.activation));
}

void exportOnnx(const Parameters& p, OnnxCall& call)
{
    const Shape image = grownImage(p, call.inputShape(0));
    const Window2d window = windowOf(p, image);
    const std::array axes{window.vertical(), window.horizontal()};
    OnnxCall::Attributes attributes = onnxWindow(axes);
    std::vector<std::int64_t> dilations, added; // to the size that the padding leaves
    for (int i = 0; i < 2; ++i) {
        const WindowAxis& axis = axes[static_cast<std::size_t>(i)];
        const std::int64_t reach = (axis.kernel - 1) * axis.dilation + 1;
        dilations.push_back(axis.dilation);
        added.push_back(image[i] - ((call.inputShape(0)[i] - 1) * axis.stride + reach - axis.before - axis.after));
    }
    attributes.push_back({"dilations", dilations});
    attributes.push_back({"output_padding", added});
    const OnnxCall::Value kernel = call.parameter("kernel", transposed(call.weight("kernel"), std::array{3, 2, 0, 1}));
    const OnnxCall::Value y =
        call.add("ConvTranspose", {call.channelsFirst(call.input(), 2), kernel, onnxBias(call, p)}, std::move(attributes));
    call.setOutput(0, onnxActivation(call, call.channelsLast(y, 2), p.activation));
}

/// PyTorch cuts the same number of rows off both sides and adds some at the end; what is left over after that is cut off by hand.
void writeTorch(const Parameters& p, LayerCode& code)
{
    std::vector<std::int64_t> padding, added;
    std::string cut;
    for (int axis = 0; axis < 2; ++axis) {
        const auto i = static_cast<std::size_t>(axis);
        const std::int64_t reach = (p.kernelSize[i] - 1) * p.dilationRate[i] + 1;
        const std::int64_t whole = (code.input()[axis] - 1) * p.strides[i] + reach, size = code.output()[axis];
        const std::int64_t surplus = std::max<std::int64_t>(whole - size, 0);
        padding.push_back(surplus / 2);
        added.push_back(std::max<std::int64_t>(size - whole, 0));
        cut += surplus % 2 == 0 ? ", :" : ", :-1";
    }
    code.order(AxisOrder::channelsFirst);
    const std::vector<std::int64_t> ones(2, 1), zeros(2, 0);
    code.torchModule("nn.ConvTranspose2d",
                     {std::to_string(code.channels()), std::to_string(p.filters), pythonSize(p.kernelSize),
                      keyword("stride", p.strides, ones), keyword("padding", padding, zeros),
                      keyword("output_padding", added, zeros), keyword("dilation", p.dilationRate, ones),
                      keyword("bias", p.useBias, true)});
    if (cut.find('1') != std::string::npos)
        code.expression("{0}[:, :" + cut + "]");
    code.torchActivation(p.activation);
}

} // namespace

LayerSpec conv2dTranspose()
{
    const std::string pixels = NS_TEXT("unit", "pixels");
    ParameterBuilder<Parameters> parameters;
    declareFilters(parameters);
    declareKernel(parameters, pixels);
    declarePadding(parameters);
    declareDilation(parameters, pixels);
    declareActivationAndBias(parameters);
    return LayerBuilder<Parameters>(
               "conv2d_transpose", 1, Category::convolution, NS_TEXT("conv2d_transpose", "Transposed convolution 2D"),
               NS_TEXT(
                   "conv2d_transpose",
                   "Paints a learned pattern for every pixel, strides apart: it enlarges an image as a convolution shrinks it."))
        .alsoKnownAs(NS_TEXT("conv2d_transpose", "deconvolution, deconv, convtranspose2d, upsampling, decoder"))
        .shortTitle(NS_TEXT("conv2d_transpose", "Conv2DTransp"))
        .parameters(parameters)
        .weights({WeightKind::kernel, WeightKind::bias})
        .width("filters")
        .activation([](const Parameters& p) { return p.activation; })
        .shapes(shapes)
        .lower(lower)
        .exports(layerExports(parameters)
                     .onnx(exportOnnx)
                     .keras([](const Parameters&, LayerCode& code) {
                         code.kerasLayer("Conv2DTranspose", {"filters", "kernel_size"});
                     })
                     .pytorch(writeTorch))
        .build();
}

} // namespace netsmith::layer
