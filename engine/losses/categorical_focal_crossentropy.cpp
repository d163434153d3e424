#include "engine/losses/crossentropy.h"
#include "engine/losses/losses.h"
#include "engine/losses/weights.h"

namespace netsmith::loss {
namespace {

struct Parameters {
    double alpha = 0.25;
    double gamma = 2.0;
    double labelSmoothing = 0.0;
    std::vector<double> classWeights;
};

ParameterBuilder<Parameters> declare()
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .real("alpha", &Parameters::alpha, NS_TEXT("focal", "Alpha"),
              NS_TEXT("focal", "What every term of the loss is multiplied by."))
        .range(0.0, 1e3)
        .usual(0.1, 1.0)
        .real("gamma", &Parameters::gamma, NS_TEXT("focal", "Gamma"),
              NS_TEXT("focal",
                      "How much less samples count that the network already gets right: (1 − p)^gamma; 0 for no difference."))
        .range(0.0, 100.0)
        .usual(0.5, 5.0);
    declareLabelSmoothing(parameters);
    declareClassWeights(parameters);
    return parameters;
}

} // namespace

LossSpec categoricalFocalCrossentropy()
{
    const ParameterBuilder<Parameters> parameters = declare();
    LossSpec spec;
    spec.id = "categorical_focal_crossentropy";
    spec.title = NS_TEXT("categorical_focal_crossentropy", "Categorical focal cross-entropy");
    spec.shortTitle = NS_TEXT("categorical_focal_crossentropy", "Focal");
    spec.doc = NS_TEXT("categorical_focal_crossentropy",
                       "Cross-entropy that gives less weight to what the network already gets right: for classes of which some are "
                       "rare. The target is one class number or one vector of probabilities per sample.");
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
        attributes.alpha = p.alpha;
        attributes.gamma = p.gamma;
        attributes.labelSmoothing = p.labelSmoothing;
        lowerCrossentropy(call, std::move(attributes), p.classWeights);
    };
    return spec;
}

} // namespace netsmith::loss
