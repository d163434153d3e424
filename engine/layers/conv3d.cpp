#include "engine/ops/conv3d.h"

#include "engine/graph/specs/layer_code.h"
#include "engine/graph/specs/layer_exports.h"
#include "engine/layers/convolution.h"
#include "engine/layers/layers.h"
#include "engine/layers/shape_checks.h"

namespace netsmith::layer {
namespace {

struct Parameters : ConvolutionParameters {
    Parameters()
        : ConvolutionParameters(3)
    {
    }
};

/// The window over a volume D×H×W×C.
Window3d windowOf(const Parameters& p, const Shape& volume)
{
    Window3d window;
    for (std::size_t axis = 0; axis < window.axes.size(); ++axis)
        window.axes[axis] = {p.kernelSize[axis], p.strides[axis], p.dilationRate[axis]};
    return p.padding == "same" ? window.paddedSame({volume[0], volume[1], volume[2]}) : window;
}

/// D×H×W×C → D'×H'×W'×filters
std::vector<Shape> shapes(const Parameters& p, std::span<const Shape> inputs)
{
    const Shape& volume = inputs[0];
    requireAxes(volume, 3);
    (void)kernelShape(p, volume[3]);
    const auto [depth, height, width] = windowOf(p, volume).outputOf({volume[0], volume[1], volume[2]});
    return {Shape{depth, height, width, p.filters}};
}

void lower(const Parameters& p, LayerCall& call)
{
    auto attributes = std::make_shared<Conv3dAttributes>();
    attributes->inputShape = call.emitter().shape(call.input()); // N,D,H,W,C
    attributes->kernelShape = kernelShape(p, attributes->inputShape[4]);
    attributes->window = windowOf(p, attributes->inputShape.withoutBatch());
    attributes->groups = p.groups;
    attributes->bias = p.useBias;
    std::vector<TensorId> inputs{call.input(), call.weight(WeightKind::kernel, "kernel", attributes->kernelShape)};
    if (p.useBias)
        inputs.push_back(biasWeight(call, p, p.filters));
    const TensorId y = call.emitter().emitOne(ops::conv3d, attributes, std::move(inputs));
    call.setOutput(0, applyActivation(call.emitter(), y, p.activation));
}

void exportOnnx(const Parameters& p, OnnxCall& call)
{
    exportConvolution(call, p, call.weight("kernel"), windowOf(p, call.inputShape(0)).axes, p.groups);
}

void writeTorch(const Parameters& p, LayerCode& code)
{
    std::array<std::array<std::int64_t, 2>, 3> padding{};
    for (int axis = 0; axis < 3; ++axis)
        padding[static_cast<std::size_t>(axis)] = axisPadding(p, axis, code.input()[axis]);
    writeTorchConvolution(p, code, code.channels(), p.filters, p.groups, padding, kernelAndBias());
    code.torchActivation(p.activation);
}

} // namespace

LayerSpec conv3d()
{
    const std::string voxels = NS_TEXT("unit", "voxels");
    ParameterBuilder<Parameters> parameters;
    declareFilters(parameters);
    declareKernel(parameters, voxels);
    declarePadding(parameters);
    declareDilation(parameters, voxels);
    declareGroups(parameters);
    declareActivationAndBias(parameters);
    return LayerBuilder<Parameters>("conv3d", 1, Category::convolution, NS_TEXT("conv3d", "Convolution 3D"),
                                    NS_TEXT("conv3d", "Looks for the same small patterns everywhere in a volume or a video."))
        .alsoKnownAs(NS_TEXT("conv3d", "volumetric convolution, voxel, video, spatiotemporal, 3d cnn"))
        .shortTitle(NS_TEXT("conv3d", "Conv3D"))
        .parameters(parameters)
        .weights({WeightKind::kernel, WeightKind::bias})
        .width("filters")
        .activation([](const Parameters& p) { return p.activation; })
        .shapes(shapes)
        .lower(lower)
        .exports(layerExports(parameters)
                     .onnx(exportOnnx)
                     .keras([](const Parameters&, LayerCode& code) {
                         code.kerasLayer("Conv3D", {"filters", "kernel_size"});
                     })
                     .pytorch(writeTorch))
        .build();
}

} // namespace netsmith::layer
