#include "engine/losses/crossentropy.h"
#include "engine/losses/losses.h"
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

LossSpec categoricalCrossentropy()
{
    const ParameterBuilder<Parameters> parameters = declare();
    LossSpec spec;
    spec.id = "categorical_crossentropy";
    spec.title = NS_TEXT("categorical_crossentropy", "Categorical cross-entropy");
    spec.shortTitle = NS_TEXT("categorical_crossentropy", "Cross-entropy");
    spec.doc = NS_TEXT("categorical_crossentropy",
                       "The cross-entropy −Σ t·log p of two distributions; the target is one vector per sample. A field of class "
                       "numbers is read as one-hot vectors.");
    spec.parameters = parameters.specs();
    spec.appliedActivation = "softmax";
    spec.problem = [parameters](const ParameterMap& values, const Shape& output, const Shape& target,
                                int classes) -> std::optional<Message> {
        if (auto misfit = distributionProblem(output, target, classes))
            return misfit;
        return classWeightsProblem(parameters.bind(values).classWeights, output[-1]);
    };
    // The op reads class numbers as one-hot vectors without materializing them.
    spec.lower = [parameters](const ParameterMap& values, LossCall& call) {
        const Parameters p = parameters.bind(values);
        CrossEntropyAttributes attributes;
        attributes.labelSmoothing = p.labelSmoothing;
        lowerCrossentropy(call, std::move(attributes), p.classWeights);
    };
    return spec;
}

} // namespace netsmith::loss
