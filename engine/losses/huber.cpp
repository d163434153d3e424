#include "engine/losses/losses.h"
#include "engine/losses/pointwise.h"

namespace netsmith::loss {
namespace {

struct Parameters {
    double delta = 1.0;
};

ParameterBuilder<Parameters> declare()
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .real("delta", &Parameters::delta, NS_TEXT("huber", "Delta"),
              NS_TEXT("huber", "The error up to which the loss is quadratic, and beyond which it is linear."))
        .hard({0.0, 1e6, true, false})
        .usual(0.1, 10.0);
    return parameters;
}

} // namespace

LossSpec huber()
{
    const ParameterBuilder<Parameters> parameters = declare();
    LossSpec spec;
    spec.id = "huber";
    spec.title = NS_TEXT("huber", "Huber");
    spec.doc = NS_TEXT("huber", "Half the squared error for small errors, and linear beyond delta: for regression with outliers.");
    spec.parameters = parameters.specs();
    spec.problem = numberProblem;
    spec.lower = [parameters](const ParameterMap& values, LossCall& call) {
        PointwiseLossAttributes attributes(PointwiseLoss::huber);
        attributes.delta = parameters.bind(values).delta;
        lowerPointwise(call, std::move(attributes));
    };
    return spec;
}

} // namespace netsmith::loss
