#include "engine/ops/adaptive_update.h"
#include "engine/optimizers/declaration.h"
#include "engine/optimizers/optimizers.h"

namespace netsmith::optimizer {
namespace {

struct Parameters {
    double learningRate = 0.001;
    double rho = 0.95;
    double epsilon = 1e-7;
    double weightDecay = 0.0;
};

ParameterBuilder<Parameters> declare()
{
    ParameterBuilder<Parameters> parameters;
    addLearningRate(parameters, 1e-3, 1.0);
    addRho(parameters);
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
    auto attributes = std::make_shared<AdadeltaAttributes>();
    attributes->rho = p.rho;
    attributes->epsilon = p.epsilon;
    emitUpdate(call, ops::adadelta, std::move(attributes), p.weightDecay);
}

} // namespace

OptimizerSpec adadelta()
{
    OptimizerSpec spec = declared(declare(), slots, lower);
    spec.id = "adadelta";
    spec.title = NS_TEXT("adadelta", "Adadelta");
    spec.doc = NS_TEXT("adadelta", "Adagrad that forgets: step sizes follow the recent gradients and weight changes.");
    return spec;
}

} // namespace netsmith::optimizer
