#include "engine/ops/adaptive_update.h"
#include "engine/optimizers/declaration.h"
#include "engine/optimizers/optimizers.h"

namespace netsmith::optimizer {
namespace {

struct Parameters {
    double learningRate = 0.001;
    double initialAccumulator = 0.1;
    double epsilon = 1e-7;
    double weightDecay = 0.0;
};

ParameterBuilder<Parameters> declare()
{
    ParameterBuilder<Parameters> parameters;
    addLearningRate(parameters, 1e-3, 0.1);
    parameters
        .real("initial_accumulator_value", &Parameters::initialAccumulator, NS_TEXT("adagrad", "Initial accumulator"),
              NS_TEXT("adagrad", "The initial sum of the squared gradients: the larger, the smaller the first steps."))
        .range(0.0, 1e6)
        .usual(0.0, 1.0);
    addEpsilon(parameters);
    addWeightDecay(parameters);
    return parameters;
}

std::vector<double> slots(const Parameters& p)
{
    return {p.initialAccumulator};
}

void lower(const Parameters& p, OptimizerCall& call)
{
    auto attributes = std::make_shared<AdagradAttributes>();
    attributes->epsilon = p.epsilon;
    emitUpdate(call, ops::adagrad, std::move(attributes), p.weightDecay);
}

} // namespace

OptimizerSpec adagrad()
{
    OptimizerSpec spec = declared(declare(), slots, lower);
    spec.id = "adagrad";
    spec.title = NS_TEXT("adagrad", "Adagrad");
    spec.doc = NS_TEXT("adagrad", "Weights whose gradients were large take ever smaller steps, which suits rare features.");
    return spec;
}

} // namespace netsmith::optimizer
