#include "engine/graph/specs/layer_code.h"
#include "engine/graph/specs/layer_exports.h"
#include "engine/layers/convolution.h"
#include "engine/layers/layers.h"
#include "engine/layers/quantization.h"
#include "engine/layers/shape_checks.h"
#include "engine/ops/reshape.h"

#include <array>

namespace netsmith::layer {
namespace {

struct Parameters : ConvolutionParameters {
    Parameters()
        : ConvolutionParameters(1)
    {
    }
};

/// A sequence is an image of one row; "causal" pads only its past, so that no step sees a later one.
Window2d windowOf(const Parameters& p, std::int64_t steps)
{
    const std::int64_t kernel = p.kernelSize[0], dilation = p.dilationRate[0];
    const bool causal = p.padding == "causal";
    Window2d window = windowFor({1, steps}, {1, kernel}, {1, p.strides[0]}, {1, dilation}, causal ? "valid" : p.padding);
    if (causal)
        window.left = (kernel - 1) * dilation;
    return window;
}

/// T×C → T'×filters
std::vector<Shape> shapes(const Parameters& p, std::span<const Shape> inputs)
{
    requireAxes(inputs[0], 1);
    (void)kernelShape(p, inputs[0][1]);
    return {Shape{windowOf(p, inputs[0][0]).outputOf({1, inputs[0][0]}).width, p.filters}};
}

void lower(const Parameters& p, LayerCall& call)
{
    Emitter& emitter = call.emitter();
    const Shape x = emitter.shape(call.input()); // N,T,C
    const Shape shape = kernelShape(p, x[2]);
    const TensorId kernel = call.weight(WeightKind::kernel, "kernel", shape);
    const TensorId image = quantizedInput(call, emitReshape(emitter, call.input(), {x[0], 1, x[1], x[2]}), p.quantization);
    const TensorId windows = emitReshape(emitter, kernel, {1, shape[0], shape[1], shape[2]});
    const TensorId y = emitConvolution(call, image, quantizedKernel(call, windows, p.quantization), biasWeight(call, p, p.filters),
                                       windowOf(p, x[1]), p.groups);
    const TensorId sequence =
        emitReshape(emitter, applyActivation(emitter, y, p.activation), {x[0], emitter.shape(y)[2], p.filters});
    call.setOutput(0, sequence);
}

void exportOnnx(const Parameters& p, OnnxCall& call)
{
    const WindowAxis window = windowOf(p, call.inputShape(0)[0]).horizontal();
    exportConvolution(call, p, call.weight("kernel"), std::array{window}, p.groups);
}

void writeTorch(const Parameters& p, LayerCode& code)
{
    std::array<std::int64_t, 2> padding{};
    if (p.padding == "causal")
        padding[0] = (p.kernelSize[0] - 1) * p.dilationRate[0];
    else
        padding = axisPadding(p, 0, code.input()[0]);
    writeTorchConvolution(p, code, code.channels(), p.filters, p.groups, std::span(&padding, 1), kernelAndBias());
    code.torchActivation(p.activation);
}

} // namespace

LayerSpec conv1d()
{
    const std::string steps = NS_TEXT("unit", "steps");
    ParameterBuilder<Parameters> parameters;
    declareFilters(parameters);
    declareKernel(parameters, steps);
    parameters.choice(
        "padding", &Parameters::padding, NS_TEXT("conv1d", "Padding"),
        NS_TEXT("conv1d",
                "How the sequence is padded: with zeros that keep its length (same), with zeros only before it, so that no step "
                "sees a later one (causal), or not at all (valid)."),
        {{"causal", NS_TEXT("conv1d", "Causal")}, {"same", NS_TEXT("conv1d", "Same")}, {"valid", NS_TEXT("conv1d", "Valid")}});
    declareDilation(parameters, steps);
    declareGroups(parameters);
    declareActivationAndBias(parameters);
    declareQuantization(parameters);
    return LayerBuilder<Parameters>("conv1d", 1, Category::convolution, NS_TEXT("conv1d", "Convolution 1D"),
                                    NS_TEXT("conv1d", "Looks for the same short patterns at every step of a sequence."))
        .alsoKnownAs(NS_TEXT("conv1d", "temporal convolution, tcn, causal convolution, sequence, signal"))
        .shortTitle(NS_TEXT("conv1d", "Conv1D"))
        .parameters(parameters)
        .weights({WeightKind::kernel, WeightKind::bias})
        .width("filters")
        .activation([](const Parameters& p) { return p.activation; })
        .shapes(shapes)
        .lower(lower)
        .exports(layerExports(parameters)
                     .onnx(exportOnnx)
                     .keras([](const Parameters&, LayerCode& code) {
                         code.kerasLayer("Conv1D", {"filters", "kernel_size"}, {"quantization"});
                     })
                     .pytorch(writeTorch))
        .build();
}

} // namespace netsmith::layer
