#include "engine/layers/activation_layer.h"
#include "engine/layers/layers.h"
#include "engine/ops/activation.h"

namespace netsmith::layer {
namespace {

struct Parameters {
    double alpha = defaultAlpha(Activation::elu);
};

} // namespace

LayerSpec elu()
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .real("alpha", &Parameters::alpha, NS_TEXT("elu", "Alpha"),
              NS_TEXT("elu", "How far below 0 very negative values saturate."))
        .range(0.0, 1e6)
        .usual(0.1, 2.0);
    return activationLayer<Parameters>(
        "elu", NS_TEXT("elu", "ELU"),
        NS_TEXT("elu", "The positive part unchanged and the negative part saturating at −α: α · (exp(x) − 1)."),
        NS_TEXT("elu", "exponential linear unit"), parameters,
        [](const Parameters& p) { return ActivationAttributes(Activation::elu, p.alpha); },
        layerExports(parameters)
            .keras([](const Parameters&, LayerCode& code) { code.kerasLayer("ELU"); })
            .pytorch([](const Parameters& p, LayerCode& code) {
                code.order(AxisOrder::any);
                code.module("nn.ELU", {keyword("alpha", p.alpha, 1.0)});
            }));
}

} // namespace netsmith::layer
