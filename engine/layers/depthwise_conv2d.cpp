#include "engine/graph/specs/layer_code.h"
#include "engine/graph/specs/layer_exports.h"
#include "engine/layers/convolution.h"
#include "engine/layers/layers.h"
#include "engine/layers/shape_checks.h"

#include <array>

namespace netsmith::layer {
namespace {

using Parameters = PaddedConvolution2dParameters;

/// H×W×C → H'×W'×(C·multiplier)
std::vector<Shape> shapes(const Parameters& p, std::span<const Shape> inputs)
{
    requireImage(inputs[0]);
    const Shape kernel = depthwiseKernelShape(p, inputs[0][2]);
    const Size2 output = windowOf(p, inputs[0]).outputOf(sizeOf(inputs[0]));
    return {Shape{output.height, output.width, kernel[2] * kernel[3]}};
}

void lower(const Parameters& p, LayerCall& call)
{
    const Shape image = call.emitter().shape(call.input()).withoutBatch();
    const TensorId kernel = call.weight(WeightKind::depthwise, "kernel", depthwiseKernelShape(p, image[2]));
    const TensorId bias = biasWeight(call, p, image[2] * p.depthMultiplier);
    const TensorId y = emitDepthwise(call, call.input(), kernel, bias, windowOf(p, image));
    call.setOutput(0, applyActivation(call.emitter(), y, p.activation));
}

void exportOnnx(const Parameters& p, OnnxCall& call)
{
    const Window2d window = windowOf(p, call.inputShape(0));
    exportConvolution(call, p, groupedKernel(call.weight("kernel")), std::array{window.vertical(), window.horizontal()},
                      call.inputShape(0)[2]);
}

void writeTorch(const Parameters& p, LayerCode& code)
{
    const Window2d window = windowOf(p, code.input());
    const std::array<std::int64_t, 2> padding[] = {{window.top, window.bottom}, {window.left, window.right}};
    const std::int64_t channels = code.channels();
    writeTorchConvolution(p, code, channels, channels * p.depthMultiplier, channels, padding, kernelAndBias());
    code.torchActivation(p.activation);
}

} // namespace

LayerSpec depthwiseConv2d()
{
    const std::string pixels = NS_TEXT("unit", "pixels");
    ParameterBuilder<Parameters> parameters;
    declareKernel(parameters, pixels);
    declareExplicitPadding(parameters, pixels);
    declareDepthMultiplier(parameters);
    declareDilation(parameters, pixels);
    declareActivationAndBias(parameters);
    return LayerBuilder<Parameters>(
               "depthwise_conv2d", 1, Category::convolution, NS_TEXT("depthwise_conv2d", "Depthwise convolution 2D"),
               NS_TEXT("depthwise_conv2d",
                       "Looks for patterns in each channel of an image by itself, which takes far fewer weights."))
        .alsoKnownAs(NS_TEXT("depthwise_conv2d", "depthwise, grouped convolution, mobilenet, dwconv"))
        .shortTitle(NS_TEXT("depthwise_conv2d", "DepthwiseConv"))
        .parameters(parameters)
        .weights({WeightKind::depthwise, WeightKind::bias})
        .activation([](const Parameters& p) { return p.activation; })
        .shapes(shapes)
        .lower(lower)
        .exports(
            layerExports(parameters)
                .onnx(exportOnnx)
                .keras([](const Parameters& p, LayerCode& code) { writeKerasPadded(p, code, "DepthwiseConv2D", {"kernel_size"}); })
                .pytorch(writeTorch))
        .build();
}

} // namespace netsmith::layer
