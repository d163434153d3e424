#include "engine/optimizers/adam_family.h"

#include "engine/optimizers/declaration.h"

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
    emitUpdate(call, ops::adam, std::move(attributes), p.weightDecay);
}

} // namespace

OptimizerSpec adamSpec(std::string id, std::string title, std::string doc, double defaultDecay)
{
    Parameters defaults;
    defaults.weightDecay = defaultDecay;
    ParameterBuilder<Parameters> parameters(defaults);
    addLearningRate(parameters, 1e-5, 1e-2);
    addBetas(parameters);
    addEpsilon(parameters);
    addWeightDecay(parameters);

    OptimizerSpec spec = declared(
        parameters,
        [](const Parameters&) {
            return std::vector{0.0, 0.0};
        },
        lower);
    spec.id = std::move(id);
    spec.title = std::move(title);
    spec.doc = std::move(doc);
    return spec;
}

} // namespace netsmith::optimizer
