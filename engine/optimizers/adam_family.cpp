#include "engine/optimizers/adam_family.h"

#include "engine/ops/update.h"

namespace netsmith::optimizer {
namespace {

struct Parameters {
    double learningRate = 0.001;
    double beta1 = 0.9;
    double beta2 = 0.999;
    double epsilon = 1e-7;
    double weightDecay = 0.0;
};

void lower(const Parameters& p, OptimizerCall& call)
{
    auto attributes = std::make_shared<AdamAttributes>();
    attributes->beta1 = p.beta1;
    attributes->beta2 = p.beta2;
    attributes->epsilon = p.epsilon;
    attributes->weightDecay = p.weightDecay;
    attributes->ranges = call.ranges;
    call.emitter().emitInto(
        ops::adam, std::move(attributes),
        {call.weights, call.gradients, call.slots[0], call.slots[1], call.rates, call.counters, call.gradientScale, call.status},
        {call.weights, call.slots[0], call.slots[1]});
}

} // namespace

OptimizerSpec adamSpec(std::string id, std::string title, std::string doc, double defaultDecay)
{
    Parameters defaults;
    defaults.weightDecay = defaultDecay;
    ParameterBuilder<Parameters> parameters(defaults);
    parameters
        .real("learning_rate", &Parameters::learningRate, NS_TEXT("optimizer", "Learning rate"),
              NS_TEXT("optimizer", "How far each step goes: about how much a weight changes at most."))
        .hard({0.0, 1e6, true, false})
        .usual(1e-5, 1e-2)
        .real("beta_1", &Parameters::beta1, NS_TEXT("optimizer", "Beta 1"),
              NS_TEXT("optimizer", "How much of the gradients' moving mean each step keeps."))
        .hard({0.0, 1.0, false, true})
        .usual(0.8, 0.95)
        .real("beta_2", &Parameters::beta2, NS_TEXT("optimizer", "Beta 2"),
              NS_TEXT("optimizer", "How much of the squared gradients' moving mean each step keeps."))
        .hard({0.0, 1.0, false, true})
        .usual(0.9, 0.9999)
        .real("epsilon", &Parameters::epsilon, NS_TEXT("optimizer", "Epsilon"),
              NS_TEXT("optimizer", "Added to the root of the squared gradients' mean, so that none divides by 0."))
        .hard({0.0, 1.0, true, false})
        .usual(1e-8, 1e-3)
        .real("weight_decay", &Parameters::weightDecay, NS_TEXT("optimizer", "Weight decay"),
              NS_TEXT("optimizer", "What share of itself, times the learning rate, each kernel loses a step."))
        .range(0.0, 1e3)
        .usual(0.0, 0.1);

    OptimizerSpec spec;
    spec.id = std::move(id);
    spec.title = std::move(title);
    spec.doc = std::move(doc);
    spec.parameters = parameters.specs();
    spec.slots = [](const ParameterMap&) { return 2; };
    spec.learningRate = [parameters](const ParameterMap& values) { return parameters.bind(values).learningRate; };
    spec.lower = [parameters](const ParameterMap& values, OptimizerCall& call) { lower(parameters.bind(values), call); };
    return spec;
}

} // namespace netsmith::optimizer
