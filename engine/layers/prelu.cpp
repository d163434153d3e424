#include "engine/ops/prelu.h"

#include "engine/graph/initializer.h"
#include "engine/layers/layers.h"
#include "engine/layers/shape_checks.h"
#include "engine/ops/layer_call.h"

namespace netsmith::layer {
namespace {

struct Parameters {
    std::string alphaInitializer = "zeros";
};

void lower(const Parameters& p, LayerCall& call)
{
    const std::int64_t channels = call.emitter().shape(call.input())[-1];
    const TensorId alpha = call.weight("alpha", {channels}, {p.alphaInitializer, channels, channels}, false);
    call.setOutput(0, call.emitter().emitOne(ops::prelu, noAttributes(), {call.input(), alpha}));
}

} // namespace

LayerSpec prelu()
{
    ParameterBuilder<Parameters> parameters;
    parameters.choice("alpha_initializer", &Parameters::alphaInitializer, NS_TEXT("prelu", "Alpha initializer"),
                      NS_TEXT("prelu", "How the first slopes below 0 are drawn."), initializerChoices());
    return LayerBuilder<Parameters>("prelu", 1, Category::activation, NS_TEXT("prelu", "PReLU"),
                                    NS_TEXT("prelu", "A leaky ReLU that learns the slope below 0, one number for each channel."))
        .alsoKnownAs(NS_TEXT("prelu", "parametric relu, learned leaky relu"))
        .parameters(parameters)
        .weights(LayerWeights::some)
        .activation([](const Parameters&) { return std::string("prelu"); })
        .keepsSteps()
        .shapes([](const Parameters&, std::span<const Shape> inputs) {
            requireAxes(inputs[0]);
            return std::vector<Shape>{inputs[0]};
        })
        .lower(lower)
        .build();
}

} // namespace netsmith::layer
