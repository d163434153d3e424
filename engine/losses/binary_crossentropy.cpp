#include "engine/losses/losses.h"
#include "engine/losses/pointwise.h"
#include "engine/losses/weights.h"

namespace netsmith::loss {
namespace {

struct Parameters {
    double labelSmoothing = 0.0;
    std::vector<double> classWeights;
};

ParameterBuilder<Parameters> declare()
{
    ParameterBuilder<Parameters> parameters;
    declareLabelSmoothing(parameters);
    declareClassWeights(parameters);
    return parameters;
}

} // namespace

LossSpec binaryCrossentropy()
{
    const ParameterBuilder<Parameters> parameters = declare();
    LossSpec spec;
    spec.id = "binary_crossentropy";
    spec.title = NS_TEXT("binary_crossentropy", "Binary cross-entropy");
    spec.shortTitle = NS_TEXT("binary_crossentropy", "Cross-entropy");
    spec.doc = NS_TEXT("binary_crossentropy",
                       "The negative log-likelihood of each yes or no, −t·log p − (1 − t)·log(1 − p); targets are 0 and 1 or "
                       "fractions between. An output without a sigmoid or softmax is taken as logits.");
    spec.parameters = parameters.specs();
    spec.appliedActivation = "sigmoid";
    spec.problem = [parameters](const ParameterMap& values, const Shape& output, const Shape& target, int classes) {
        const auto misfit = binaryProblem(values, output, target, classes);
        return misfit ? misfit : classWeightsProblem(parameters.bind(values).classWeights, 2);
    };
    spec.lower = [parameters](const ParameterMap& values, LossCall& call) {
        const Parameters p = parameters.bind(values);
        PointwiseLossAttributes attributes(PointwiseLoss::binaryCrossentropy);
        attributes.labelSmoothing = p.labelSmoothing;
        lowerBinary(call, std::move(attributes), p.classWeights);
    };
    return spec;
}

} // namespace netsmith::loss
