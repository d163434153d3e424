#include "engine/optimizers/declaration.h"
#include "engine/optimizers/optimizers.h"

namespace netsmith::optimizer {
namespace {

struct Parameters {
    double learningRate = 0.01;
    double momentum = 0.0;
    bool nesterov = false;
    double weightDecay = 0.0;
};

ParameterBuilder<Parameters> declare()
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .real("learning_rate", &Parameters::learningRate, NS_TEXT("optimizer", "Learning rate"),
              NS_TEXT("sgd", "What the gradient is multiplied by before it is subtracted from the weights."))
        .hard({0.0, 1e6, true, false})
        .usual(1e-3, 1.0)
        .real("momentum", &Parameters::momentum, NS_TEXT("sgd", "Momentum"),
              NS_TEXT("sgd", "The fraction of the last step that is kept; 0 for plain gradient descent."))
        .range(0.0, 1.0)
        .usual(0.0, 0.99)
        .boolean("nesterov", &Parameters::nesterov, NS_TEXT("sgd", "Nesterov"),
                 NS_TEXT("sgd", "Whether to use Nesterov momentum, which looks one step ahead."));
    addWeightDecay(parameters);
    return parameters;
}

/// A velocity is kept only where there is momentum.
std::vector<double> slots(const Parameters& p)
{
    return std::vector<double>(p.momentum > 0.0 ? 1 : 0, 0.0);
}

void lower(const Parameters& p, OptimizerCall& call)
{
    auto attributes = std::make_shared<SgdAttributes>();
    attributes->momentum = p.momentum;
    attributes->nesterov = p.nesterov;
    emitUpdate(call, ops::sgd, std::move(attributes), p.weightDecay);
}

} // namespace

OptimizerSpec sgd()
{
    OptimizerSpec spec = declared(declare(), slots, lower);
    spec.id = "sgd";
    spec.title = NS_TEXT("sgd", "SGD");
    spec.doc = NS_TEXT("sgd", "Stochastic gradient descent: a step against the gradient, with optional momentum.");
    return spec;
}

} // namespace netsmith::optimizer
