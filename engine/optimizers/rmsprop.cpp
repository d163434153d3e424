#include "engine/ops/adaptive_update.h"
#include "engine/optimizers/declaration.h"
#include "engine/optimizers/optimizers.h"

namespace netsmith::optimizer {
namespace {

struct Parameters {
    double learningRate = 0.001;
    double rho = 0.9;
    double momentum = 0.0;
    double epsilon = 1e-7;
    bool centered = false;
    double weightDecay = 0.0;
};

ParameterBuilder<Parameters> declare()
{
    ParameterBuilder<Parameters> parameters;
    addLearningRate(parameters, 1e-5, 1e-2);
    addRho(parameters);
    parameters
        .real("momentum", &Parameters::momentum, NS_TEXT("optimizer", "Momentum"),
              NS_TEXT("optimizer", "The fraction of the last step that is kept; 0 for none."))
        .hard({0.0, 1.0, false, true})
        .usual(0.0, 0.99);
    addEpsilon(parameters);
    parameters.boolean("centered", &Parameters::centered, NS_TEXT("rmsprop", "Centered"),
                       NS_TEXT("rmsprop", "Whether gradients are divided by their deviation from the mean instead of their size."));
    addWeightDecay(parameters);
    return parameters;
}

std::vector<double> slots(const Parameters& p)
{
    return std::vector<double>(1 + (p.centered ? 1 : 0) + (p.momentum > 0.0 ? 1 : 0), 0.0);
}

void lower(const Parameters& p, OptimizerCall& call)
{
    auto attributes = std::make_shared<RmspropAttributes>();
    attributes->rho = p.rho;
    attributes->momentum = p.momentum;
    attributes->centered = p.centered;
    attributes->epsilon = p.epsilon;
    emitUpdate(call, ops::rmsprop, std::move(attributes), p.weightDecay);
}

} // namespace

OptimizerSpec rmsprop()
{
    OptimizerSpec spec = declared(declare(), slots, lower);
    spec.id = "rmsprop";
    spec.title = NS_TEXT("rmsprop", "RMSprop");
    spec.doc = NS_TEXT("rmsprop", "Divides each gradient by a running average of its size, with optional momentum.");
    return spec;
}

} // namespace netsmith::optimizer
