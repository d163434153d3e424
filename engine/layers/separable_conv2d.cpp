#include "engine/graph/specs/layer_code.h"
#include "engine/graph/specs/layer_exports.h"
#include "engine/layers/convolution.h"
#include "engine/layers/layers.h"
#include "engine/layers/shape_checks.h"

#include <array>

namespace netsmith::layer {
namespace {

using Parameters = Convolution2dParameters;

/// 1×1×(C·multiplier)×filters
Shape pointwiseShape(const Parameters& p, const Shape& depthwise)
{
    const Shape shape{1, 1, depthwise[2] * depthwise[3], p.filters};
    (void)shape.elements(); // throws if the weights alone exceed 64 bits
    return shape;
}

/// H×W×C → H'×W'×filters
std::vector<Shape> shapes(const Parameters& p, std::span<const Shape> inputs)
{
    requireImage(inputs[0]);
    (void)pointwiseShape(p, depthwiseKernelShape(p, inputs[0][2]));
    const Size2 output = windowOf(p, inputs[0]).outputOf(sizeOf(inputs[0]));
    return {Shape{output.height, output.width, p.filters}};
}

void lower(const Parameters& p, LayerCall& call)
{
    const Shape image = call.emitter().shape(call.input()).withoutBatch();
    const Shape depthwiseShape = depthwiseKernelShape(p, image[2]);
    const TensorId depthwise = call.weight(WeightKind::depthwise, "depthwise_kernel", depthwiseShape);
    const TensorId pointwise = call.weight(WeightKind::pointwise, "pointwise_kernel", pointwiseShape(p, depthwiseShape));
    const TensorId seen = emitDepthwise(call, call.input(), depthwise, noTensor, windowOf(p, image));
    const TensorId y = emitConvolution(call, seen, pointwise, biasWeight(call, p, p.filters), {});
    call.setOutput(0, applyActivation(call.emitter(), y, p.activation));
}

void exportOnnx(const Parameters& p, OnnxCall& call)
{
    const Window2d window = windowOf(p, call.inputShape(0));
    const OnnxCall::Value seen = onnxConvolution(call, call.channelsFirst(call.input(), 2), "depthwise_kernel",
                                                 groupedKernel(call.weight("depthwise_kernel")), {},
                                                 std::array{window.vertical(), window.horizontal()}, call.inputShape(0)[2]);
    const OnnxCall::Value y = onnxConvolution(call, seen, "pointwise_kernel", call.weight("pointwise_kernel"), onnxBias(call, p),
                                              std::array<WindowAxis, 2>{}, 1);
    call.setOutput(0, onnxActivation(call, call.channelsLast(y, 2), p.activation));
}

void writeTorch(const Parameters& p, LayerCode& code)
{
    const std::array<std::int64_t, 2> padding[] = {axisPadding(p, 0, code.input()[0]), axisPadding(p, 1, code.input()[1])};
    const std::int64_t channels = code.channels(), results = channels * p.depthMultiplier;
    Parameters depthwise = p;
    depthwise.useBias = false;
    writeTorchConvolution(depthwise, code, channels, results, channels, padding,
                          {.name = "depthwise", .weights = {{"depthwise_kernel", "weight"}}});
    Parameters pointwise;
    pointwise.kernelSize = {1, 1};
    pointwise.useBias = p.useBias;
    const std::array<std::int64_t, 2> none[2]{};
    writeTorchConvolution(pointwise, code, results, p.filters, 1, none,
                          {.name = "pointwise", .weights = {{"pointwise_kernel", "weight"}, {"bias", "bias"}}});
    code.torchActivation(p.activation);
}

} // namespace

LayerSpec separableConv2d()
{
    const std::string pixels = NS_TEXT("unit", "pixels");
    ParameterBuilder<Parameters> parameters;
    declareFilters(parameters);
    declareKernel(parameters, pixels);
    declarePadding(parameters);
    declareDilation(parameters, pixels);
    declareDepthMultiplier(parameters);
    declareActivationAndBias(parameters);
    return LayerBuilder<Parameters>(
               "separable_conv2d", 1, Category::convolution, NS_TEXT("separable_conv2d", "Separable convolution 2D"),
               NS_TEXT("separable_conv2d",
                       "Looks for patterns in each channel by itself, then mixes the channels of each pixel: a convolution in two "
                       "cheap steps."))
        .alsoKnownAs(NS_TEXT("separable_conv2d", "depthwise separable, pointwise, xception, mobilenet"))
        .shortTitle(NS_TEXT("separable_conv2d", "SeparableConv"))
        .parameters(parameters)
        .weights({WeightKind::depthwise, WeightKind::pointwise, WeightKind::bias})
        .width("filters")
        .activation([](const Parameters& p) { return p.activation; })
        .shapes(shapes)
        .lower(lower)
        .exports(layerExports(parameters)
                     .onnx(exportOnnx)
                     .keras([](const Parameters&, LayerCode& code) {
                         code.kerasLayer("SeparableConv2D", {"filters", "kernel_size"});
                     })
                     .pytorch(writeTorch))
        .build();
}

} // namespace netsmith::layer
