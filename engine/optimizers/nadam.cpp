#include "engine/ops/adaptive_update.h"
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
    addLearningRate(parameters, 1e-5, 1e-2);
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
    auto attributes = std::make_shared<NadamAttributes>();
    attributes->beta1 = p.beta1;
    attributes->beta2 = p.beta2;
    attributes->epsilon = p.epsilon;
    emitUpdate(call, ops::nadam, std::move(attributes), p.weightDecay);
}

} // namespace

OptimizerSpec nadam()
{
    OptimizerSpec spec = declared(declare(), slots, lower);
    spec.id = "nadam";
    spec.title = NS_TEXT("nadam", "Nadam");
    spec.doc = NS_TEXT("nadam", "Adam with Nesterov momentum, which looks one step ahead.");
    return spec;
}

} // namespace netsmith::optimizer
