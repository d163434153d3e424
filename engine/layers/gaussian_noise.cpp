#include "engine/core/philox.h"
#include "engine/graph/specs/layer_code.h"
#include "engine/graph/specs/layer_exports.h"
#include "engine/graph/specs/onnx_call.h"
#include "engine/layers/layers.h"
#include "engine/ops/gaussian_noise.h"
#include "engine/ops/layer_call.h"

namespace netsmith::layer {
namespace {

struct Parameters {
    double stddev = 0.1;
};

void lower(const Parameters& p, LayerCall& call)
{
    if (!call.training() || p.stddev == 0.0) {
        call.setOutput(0, call.input());
        return;
    }
    const auto attributes = std::make_shared<GaussianNoiseAttributes>(false, p.stddev, call.seed(), nameHash(call.node()));
    call.setOutput(0, call.emitter().emitOne(ops::gaussianNoise, attributes, {call.input(), call.counters()}));
}

} // namespace

LayerSpec gaussianNoise()
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .real("stddev", &Parameters::stddev, NS_TEXT("gaussian_noise", "Deviation"),
              NS_TEXT("gaussian_noise", "The standard deviation of the noise."))
        .range(0.0, 1e6)
        .usual(0.01, 1.0);
    return LayerBuilder<Parameters>(
               "gaussian_noise", 1, Category::regularisation, NS_TEXT("gaussian_noise", "Gaussian noise"),
               NS_TEXT("gaussian_noise", "Adds normal noise while training, so that small differences count for less."))
        .alsoKnownAs(NS_TEXT("gaussian_noise", "random noise, regularization, augmentation, denoising"))
        .shortTitle(NS_TEXT("gaussian_noise", "GaussNoise"))
        .parameters(parameters)
        .passesValues()
        .keepsSteps()
        .shapes([](const Parameters&, std::span<const Shape> inputs) { return std::vector<Shape>{inputs[0]}; })
        .lower(lower)
        .exports(layerExports(parameters)
                     .onnx([](const Parameters&, OnnxCall& call) { call.setOutput(0, call.input()); })
                     .keras([](const Parameters&, LayerCode& code) { code.kerasLayer("GaussianNoise", {"stddev"}); })
                     .pytorch([](const Parameters& p, LayerCode& code) {
                         code.order(AxisOrder::any);
                         code.expression("({0} + " + pythonText(p.stddev) + " * torch.randn_like({0}) if self.training else {0})");
                     }))
        .build();
}

} // namespace netsmith::layer
