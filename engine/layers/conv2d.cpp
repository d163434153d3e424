#include "engine/graph/specs/layer_code.h"
#include "engine/graph/specs/layer_exports.h"
#include "engine/layers/convolution.h"
#include "engine/layers/layers.h"
#include "engine/layers/quantization.h"
#include "engine/layers/shape_checks.h"

#include <algorithm>
#include <array>

namespace netsmith::layer {
namespace {

using Parameters = PaddedConvolution2dParameters;

/// H×W×C → H'×W'×filters
std::vector<Shape> shapes(const Parameters& p, std::span<const Shape> inputs)
{
    requireImage(inputs[0]);
    (void)kernelShape(p, inputs[0][2]);
    const Size2 output = windowOf(p, inputs[0]).outputOf(sizeOf(inputs[0]));
    return {Shape{output.height, output.width, p.filters}};
}

void lower(const Parameters& p, LayerCall& call)
{
    const Shape image = call.emitter().shape(call.input()).withoutBatch();
    const TensorId kernel = call.weight(WeightKind::kernel, "kernel", kernelShape(p, image[2]));
    const TensorId y =
        emitConvolution(call, quantizedInput(call, call.input(), p.quantization), quantizedKernel(call, kernel, p.quantization),
                        biasWeight(call, p, p.filters), windowOf(p, image), p.groups);
    call.setOutput(0, applyActivation(call.emitter(), y, p.activation));
}

void exportOnnx(const Parameters& p, OnnxCall& call)
{
    const Window2d window = windowOf(p, call.inputShape(0));
    exportConvolution(call, p, call.weight("kernel"), std::array{window.vertical(), window.horizontal()}, p.groups);
}

void writeTorch(const Parameters& p, LayerCode& code)
{
    const Window2d window = windowOf(p, code.input());
    const std::array<std::int64_t, 2> padding[] = {{window.top, window.bottom}, {window.left, window.right}};
    writeTorchConvolution(p, code, code.channels(), p.filters, p.groups, padding, kernelAndBias());
    code.torchActivation(p.activation);
}

} // namespace

LayerSpec conv2d()
{
    const std::string pixels = NS_TEXT("unit", "pixels");
    ParameterBuilder<Parameters> parameters;
    declareFilters(parameters);
    declareKernel(parameters, pixels);
    declareExplicitPadding(parameters, pixels);
    declareDilation(parameters, pixels);
    declareGroups(parameters);
    declareActivationAndBias(parameters);
    declareQuantization(parameters);
    return LayerBuilder<Parameters>("conv2d", 1, Category::convolution, NS_TEXT("conv2d", "Convolution 2D"),
                                    NS_TEXT("conv2d", "Looks for the same small patterns everywhere in an image."))
        .alsoKnownAs(NS_TEXT("conv2d", "cnn, convolutional, filter, kernel"))
        .shortTitle(NS_TEXT("conv2d", "Conv2D"))
        .parameters(parameters)
        .weights({WeightKind::kernel, WeightKind::bias})
        .width("filters")
        .activation([](const Parameters& p) { return p.activation; })
        .shapes(shapes)
        .lower(lower)
        .exports(layerExports(parameters)
                     .onnx(exportOnnx)
                     .keras([](const Parameters& p, LayerCode& code) {
                         writeKerasPadded(p, code, "Conv2D", {"filters", "kernel_size"});
                     })
                     .pytorch(writeTorch))
        .build();
}

} // namespace netsmith::layer
