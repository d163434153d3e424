#include "engine/core/error.h"
#include "engine/graph/specs/layer_exports.h"
#include "engine/graph/specs/onnx_call.h"
#include "engine/layers/convolution.h"
#include "engine/layers/layers.h"
#include "engine/layers/shape_checks.h"
#include "engine/ops/add_bias.h"
#include "engine/ops/reshape.h"

namespace netsmith::layer {
namespace {

struct Parameters {
    bool scale = true;
    bool center = true;
};

void lower(const Parameters& p, LayerCall& call)
{
    Emitter& emitter = call.emitter();
    const Shape x = emitter.shape(call.input());
    const std::int64_t channels = x[-1];
    TensorId y = call.input();
    if (p.scale) { // a kernel of one point for each channel
        const TensorId gamma = call.weight(WeightKind::gamma, "gamma", {channels});
        const Shape image{x[0], x.elements() / x[0] / channels, 1, channels};
        y = emitDepthwise(call, emitReshape(emitter, y, image), emitReshape(emitter, gamma, {1, 1, channels, 1}), noTensor,
                          Window2d{});
        y = emitReshape(emitter, y, x);
    }
    if (p.center)
        y = emitAddBias(emitter, y, call.weight(WeightKind::beta, "beta", {channels}));
    call.setOutput(0, y);
}

void exportOnnx(const Parameters& p, OnnxCall& call)
{
    OnnxCall::Value y = call.input();
    if (p.scale)
        y = call.add("Mul", {y, call.parameter("gamma")});
    if (p.center)
        y = call.add("Add", {y, call.parameter("beta")});
    if (!p.scale && !p.center)
        y = call.add("Identity", {y});
    call.setOutput(0, y);
}

} // namespace

LayerSpec affine()
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .boolean("scale", &Parameters::scale, NS_TEXT("layer_normalization", "Scale"),
                 NS_TEXT("affine", "Whether each channel is multiplied by a learned factor (gamma)."))
        .boolean("center", &Parameters::center, NS_TEXT("layer_normalization", "Center"),
                 NS_TEXT("affine", "Whether a learned offset (beta) is then added to each channel."));
    return LayerBuilder<Parameters>(
               "affine", 1, Category::normalisation, NS_TEXT("affine", "Affine"),
               NS_TEXT("affine", "Multiplies each channel by a learned number and adds another, without any normalization."))
        .alsoKnownAs(NS_TEXT("affine", "scale, layer scale, channel bias, linear, gain, offset"))
        .parameters(parameters)
        .weights({WeightKind::gamma, WeightKind::beta})
        .keepsSteps()
        .shapes([](const Parameters&, std::span<const Shape> inputs) {
            requireAxes(inputs[0]);
            return std::vector<Shape>{inputs[0]};
        })
        .lower(lower)
        .exports(layerExports(parameters).onnx(exportOnnx))
        .build();
}

} // namespace netsmith::layer
