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

LossSpec sparseCategoricalCrossentropy()
{
    const ParameterBuilder<Parameters> parameters = declare();
    LossSpec spec;
    spec.id = "sparse_categorical_crossentropy";
    spec.title = NS_TEXT("sparse_categorical_crossentropy", "Sparse categorical cross-entropy");
    spec.shortTitle = NS_TEXT("sparse_categorical_crossentropy", "Cross-entropy");
    spec.doc = NS_TEXT("sparse_categorical_crossentropy",
                       "The negative log-likelihood of the right class, −log p; the target is one class number per sample.");
    spec.parameters = parameters.specs();
    spec.appliedActivation = "softmax";
    spec.problem = [parameters](const ParameterMap& values, const Shape& output, const Shape& target,
                                int classes) -> std::optional<Message> {
        if (classes == 0)
            return Message(NS_MESSAGE("sparse_categorical_crossentropy.target",
                                      "the target holds no classes; use categorical_crossentropy for vectors of probabilities or "
                                      "mean_squared_error for numbers"));
        if (auto misfit = classProblem(output, target, classes))
            return misfit;
        return classWeightsProblem(parameters.bind(values).classWeights, classes);
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
