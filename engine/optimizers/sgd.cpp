#include "engine/ops/update.h"
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
              NS_TEXT("sgd", "What the gradient is multiplied by before it is taken off the weights."))
        .hard({0.0, 1e6, true, false})
        .usual(1e-3, 1.0)
        .real("momentum", &Parameters::momentum, NS_TEXT("sgd", "Momentum"),
              NS_TEXT("sgd", "What share of the last step goes on; 0 for plain gradient descent."))
        .range(0.0, 1.0)
        .usual(0.0, 0.99)
        .boolean("nesterov", &Parameters::nesterov, NS_TEXT("sgd", "Nesterov"),
                 NS_TEXT("sgd", "Whether momentum looks one step ahead, as Nesterov's does."))
        .real("weight_decay", &Parameters::weightDecay, NS_TEXT("optimizer", "Weight decay"),
              NS_TEXT("optimizer", "What share of itself, times the learning rate, each kernel loses a step."))
        .range(0.0, 1e3)
        .usual(0.0, 0.1);
    return parameters;
}

/// A velocity is kept only where there is momentum.
void lower(const Parameters& p, OptimizerCall& call)
{
    auto attributes = std::make_shared<SgdAttributes>();
    attributes->momentum = p.momentum;
    attributes->nesterov = p.nesterov;
    attributes->weightDecay = p.weightDecay;
    attributes->ranges = call.ranges;
    std::vector<TensorId> inputs{call.weights, call.gradients};
    std::vector<TensorId> outputs{call.weights};
    if (p.momentum > 0.0) {
        inputs.push_back(call.slots[0]);
        outputs.push_back(call.slots[0]);
    }
    inputs.insert(inputs.end(), {call.rates, call.counters, call.gradientScale, call.status});
    call.emitter().emitInto(ops::sgd, std::move(attributes), std::move(inputs), std::move(outputs));
}

} // namespace

OptimizerSpec sgd()
{
    const ParameterBuilder<Parameters> parameters = declare();
    OptimizerSpec spec;
    spec.id = "sgd";
    spec.title = NS_TEXT("sgd", "SGD");
    spec.doc = NS_TEXT("sgd", "Stochastic gradient descent: a step against the gradient, with momentum if wanted.");
    spec.parameters = parameters.specs();
    spec.slots = [parameters](const ParameterMap& values) { return parameters.bind(values).momentum > 0.0 ? 1 : 0; };
    spec.learningRate = [parameters](const ParameterMap& values) { return parameters.bind(values).learningRate; };
    spec.lower = [parameters](const ParameterMap& values, OptimizerCall& call) { lower(parameters.bind(values), call); };
    return spec;
}

} // namespace netsmith::optimizer
