#include "engine/core/philox.h"
#include "engine/graph/specs/layer_code.h"
#include "engine/graph/specs/layer_exports.h"
#include "engine/graph/specs/onnx_call.h"
#include "engine/layers/layers.h"
#include "engine/ops/gaussian_noise.h"
#include "engine/ops/layer_call.h"

#include <cmath>

namespace netsmith::layer {
namespace {

struct Parameters {
    double rate = 0.5;
};

void lower(const Parameters& p, LayerCall& call)
{
    if (!call.training() || p.rate == 0.0) {
        call.setOutput(0, call.input());
        return;
    }
    const double deviation = std::sqrt(p.rate / (1.0 - p.rate)); // the same deviation as dropout's
    const auto attributes = std::make_shared<GaussianNoiseAttributes>(true, deviation, call.seed(), nameHash(call.node()));
    call.setOutput(0, call.emitter().emitOne(ops::gaussianNoise, attributes, {call.input(), call.counters()}));
}

} // namespace

LayerSpec gaussianDropout()
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .real(
            "rate", &Parameters::rate, NS_TEXT("dropout", "Rate"),
            NS_TEXT("gaussian_dropout", "The equivalent dropout rate: the noise has the standard deviation √(rate / (1 − rate))."))
        .hard({0.0, 1.0, false, true})
        .usual(0.1, 0.5);
    return LayerBuilder<Parameters>(
               "gaussian_dropout", 1, Category::regularisation, NS_TEXT("gaussian_dropout", "Gaussian dropout"),
               NS_TEXT("gaussian_dropout",
                       "Multiplies values by normal noise around 1 while training, like dropout without zeros."))
        .alsoKnownAs(NS_TEXT("gaussian_dropout", "dropout, multiplicative noise, regularization"))
        .shortTitle(NS_TEXT("gaussian_dropout", "GaussDropout"))
        .parameters(parameters)
        .passesValues()
        .keepsSteps()
        .shapes([](const Parameters&, std::span<const Shape> inputs) { return std::vector<Shape>{inputs[0]}; })
        .lower(lower)
        .exports(layerExports(parameters)
                     .onnx([](const Parameters&, OnnxCall& call) { call.setOutput(0, call.input()); })
                     .keras([](const Parameters&, LayerCode& code) { code.kerasLayer("GaussianDropout", {"rate"}); })
                     .pytorch([](const Parameters& p, LayerCode& code) {
                         code.order(AxisOrder::any);
                         const std::string deviation = pythonText(std::sqrt(p.rate / (1.0 - p.rate)));
                         code.expression("({0} * (1 + " + deviation + " * torch.randn_like({0})) if self.training else {0})");
                     }))
        .build();
}

} // namespace netsmith::layer
