#include "engine/losses/losses.h"
#include "engine/losses/pointwise.h"
#include "engine/losses/weights.h"

namespace netsmith::loss {
namespace {

struct Parameters {
    bool applyClassBalancing = false;
    double alpha = 0.25;
    double gamma = 2.0;
    double labelSmoothing = 0.0;
    std::vector<double> classWeights;
};

ParameterBuilder<Parameters> declare()
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .boolean("apply_class_balancing", &Parameters::applyClassBalancing, NS_TEXT("focal", "Balance classes"),
                 NS_TEXT("focal", "Whether class 1 is weighted by alpha and class 0 by 1 − alpha."))
        .real("alpha", &Parameters::alpha, NS_TEXT("focal", "Alpha"),
              NS_TEXT("focal", "The weight of class 1 if classes are balanced."))
        .range(0.0, 1.0)
        .usual(0.1, 0.9)
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

LossSpec binaryFocalCrossentropy()
{
    const ParameterBuilder<Parameters> parameters = declare();
    LossSpec spec;
    spec.id = "binary_focal_crossentropy";
    spec.title = NS_TEXT("binary_focal_crossentropy", "Binary focal cross-entropy");
    spec.shortTitle = NS_TEXT("binary_focal_crossentropy", "Focal");
    spec.doc = NS_TEXT("binary_focal_crossentropy",
                       "Binary cross-entropy that gives less weight to what the network already gets right: for two classes of "
                       "which one is rare. An output without a sigmoid or softmax is taken as logits.");
    spec.parameters = parameters.specs();
    spec.appliedActivation = "sigmoid";
    spec.problem = [parameters](const ParameterMap& values, const Shape& output, const Shape& target, int classes) {
        const auto misfit = binaryProblem(values, output, target, classes);
        return misfit ? misfit : classWeightsProblem(parameters.bind(values).classWeights, 2);
    };
    spec.lower = [parameters](const ParameterMap& values, LossCall& call) {
        const Parameters p = parameters.bind(values);
        PointwiseLossAttributes attributes(PointwiseLoss::binaryCrossentropy);
        attributes.gamma = p.gamma;
        if (p.applyClassBalancing) {
            attributes.positiveWeight = p.alpha;
            attributes.negativeWeight = 1.0 - p.alpha;
        }
        attributes.labelSmoothing = p.labelSmoothing;
        lowerBinary(call, std::move(attributes), p.classWeights);
    };
    return spec;
}

} // namespace netsmith::loss
