#include "engine/ops/adaptive_update.h"
#include "engine/optimizers/declaration.h"
#include "engine/optimizers/optimizers.h"

namespace netsmith::optimizer {
namespace {

struct Parameters {
    double learningRate = 0.001;
    double beta1 = 0.9;
    double beta2 = 0.99;
    double weightDecay = 0.0;
};

ParameterBuilder<Parameters> declare()
{
    ParameterBuilder<Parameters> parameters;
    addLearningRate(parameters, 1e-5, 1e-3);
    parameters
        .real("beta_1", &Parameters::beta1, NS_TEXT("optimizer", "Beta 1"),
              NS_TEXT("lion", "How much the gradients' moving mean counts for a step's sign, relative to the newest gradient."))
        .hard({0.0, 1.0, false, true})
        .usual(0.8, 0.95)
        .real("beta_2", &Parameters::beta2, NS_TEXT("optimizer", "Beta 2"),
              NS_TEXT("optimizer", "How much of the gradients' moving mean each step keeps."))
        .hard({0.0, 1.0, false, true})
        .usual(0.9, 0.99);
    addWeightDecay(parameters);
    return parameters;
}

std::vector<double> slots(const Parameters&)
{
    return {0.0};
}

void lower(const Parameters& p, OptimizerCall& call)
{
    auto attributes = std::make_shared<LionAttributes>();
    attributes->beta1 = p.beta1;
    attributes->beta2 = p.beta2;
    emitUpdate(call, ops::lion, std::move(attributes), p.weightDecay);
}

} // namespace

OptimizerSpec lion()
{
    OptimizerSpec spec = declared(declare(), slots, lower);
    spec.id = "lion";
    spec.title = NS_TEXT("lion", "Lion");
    spec.doc = NS_TEXT("lion",
                       "Every weight takes a step of the same size, in the direction given by the sign of the gradients' running "
                       "mean; needs a smaller "
                       "learning rate than Adam.");
    return spec;
}

} // namespace netsmith::optimizer
