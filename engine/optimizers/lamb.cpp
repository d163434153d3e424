#include "engine/ops/lamb.h"
#include "engine/optimizers/declaration.h"
#include "engine/optimizers/optimizers.h"

namespace netsmith::optimizer {
namespace {

struct Parameters {
    double learningRate = 0.001;
    double beta1 = 0.9;
    double beta2 = 0.999;
    double epsilon = 1e-7;
    double weightDecay = 0.0;
};

ParameterBuilder<Parameters> declare()
{
    ParameterBuilder<Parameters> parameters;
    addLearningRate(parameters, 1e-4, 1e-2);
    addBetas(parameters);
    addEpsilon(parameters);
    addWeightDecay(parameters);
    return parameters;
}

std::vector<double> slots(const Parameters&)
{
    return {0.0, 0.0};
}

void lower(const Parameters& p, OptimizerCall& call)
{
    auto attributes = std::make_shared<LambAttributes>();
    attributes->beta1 = p.beta1;
    attributes->beta2 = p.beta2;
    attributes->epsilon = p.epsilon;
    attributes->ranges = rangesOf(call.parts);
    emitUpdate(call, ops::lamb, std::move(attributes), p.weightDecay);
}

} // namespace

OptimizerSpec lamb()
{
    OptimizerSpec spec = declared(declare(), slots, lower);
    spec.id = "lamb";
    spec.title = NS_TEXT("lamb", "LAMB");
    spec.doc = NS_TEXT("lamb", "Adam with steps scaled to the norm of each layer's weights, which suits very large batches.");
    return spec;
}

} // namespace netsmith::optimizer
