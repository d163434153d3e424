#include "engine/layers/activation_layer.h"
#include "engine/layers/layers.h"
#include "engine/ops/activation.h"

namespace netsmith::layer {
namespace {

struct Parameters {
    double negativeSlope = 0.3;
};

} // namespace

LayerSpec leakyRelu()
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .real("negative_slope", &Parameters::negativeSlope, NS_TEXT("leaky_relu", "Negative slope"),
              NS_TEXT("leaky_relu", "What negative values are multiplied by."))
        .range(0.0, 1e6)
        .usual(0.01, 0.5);
    return activationLayer<Parameters>(
        "leaky_relu", NS_TEXT("leaky_relu", "Leaky ReLU"),
        NS_TEXT("leaky_relu", "The positive part unchanged and the negative part scaled down, so that no unit dies."),
        NS_TEXT("leaky_relu", "lrelu, leakyrelu, rectifier with a slope"), parameters,
        [](const Parameters& p) { return ActivationAttributes(Activation::leakyRelu, p.negativeSlope); },
        layerExports(parameters)
            .keras([](const Parameters&, LayerCode& code) { code.kerasLayer("LeakyReLU"); })
            .pytorch([](const Parameters& p, LayerCode& code) {
                code.order(AxisOrder::any);
                code.module("nn.LeakyReLU", {pythonText(p.negativeSlope)});
            }));
}

} // namespace netsmith::layer
