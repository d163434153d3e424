#include "engine/ops/dropout.h"

#include "engine/core/philox.h"
#include "engine/layers/layers.h"
#include "engine/ops/layer_call.h"

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
    const auto attributes = std::make_shared<DropoutAttributes>(p.rate, call.seed(), nameHash(call.node()));
    call.setOutput(0, call.emitter().emitOne(ops::dropout, attributes, {call.input(), call.counters()}));
}

} // namespace

LayerSpec dropout()
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .real("rate", &Parameters::rate, NS_TEXT("dropout", "Rate"),
              NS_TEXT("dropout", "The share of values that is set to 0 at each step; the others grow to make up for it."))
        .hard({0.0, 1.0, false, true})
        .usual(0.1, 0.5);
    return LayerBuilder<Parameters>(
               "dropout", 1, Category::regularisation, NS_TEXT("dropout", "Dropout"),
               NS_TEXT("dropout", "Sets random values to 0 while training, so that no unit is relied on alone."))
        .alsoKnownAs(NS_TEXT("dropout", "regularization, regularisation, noise"))
        .parameters(parameters)
        .passesValues()
        .shapes([](const Parameters&, std::span<const Shape> inputs) { return std::vector<Shape>{inputs[0]}; })
        .lower(lower)
        .build();
}

} // namespace netsmith::layer
