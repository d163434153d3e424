#include "engine/layers/activation_layer.h"
#include "engine/layers/layers.h"
#include "engine/ops/activation.h"

namespace netsmith::layer {
namespace {

struct Parameters {
    bool approximate = false;
};

} // namespace

LayerSpec gelu()
{
    ParameterBuilder<Parameters> parameters;
    parameters.boolean("approximate", &Parameters::approximate, NS_TEXT("gelu", "Approximate"),
                       NS_TEXT("gelu", "Whether to use the older tanh approximation, which differs by at most 0.0005."));
    return activationLayer<Parameters>(
        "gelu", NS_TEXT("gelu", "GELU"), NS_TEXT("gelu", "Every value times the fraction of a normal distribution below it."),
        NS_TEXT("gelu", "gaussian error linear unit, transformer activation"), parameters,
        [](const Parameters& p) { return ActivationAttributes(p.approximate ? Activation::geluTanh : Activation::gelu); },
        layerExports(parameters)
            .keras([](const Parameters& p, LayerCode& code) {
                code.module("layers.Activation", {kerasActivation(p.approximate ? "gelu_tanh" : "gelu")});
            })
            .pytorch([](const Parameters& p, LayerCode& code) {
                code.order(AxisOrder::any);
                code.torchActivation(p.approximate ? "gelu_tanh" : "gelu");
            }));
}

} // namespace netsmith::layer
