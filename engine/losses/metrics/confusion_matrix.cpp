#include "engine/losses/metrics/counts.h"
#include "engine/losses/metrics/metrics.h"
#include "engine/losses/metrics/threshold.h"

namespace netsmith::metric {

MetricSpec confusionMatrix()
{
    const ParameterBuilder<Threshold> parameters = declareThreshold();
    MetricSpec spec;
    spec.id = "confusion_matrix";
    spec.title = NS_TEXT("confusion_matrix", "Confusion matrix");
    spec.shortTitle = NS_TEXT("confusion_matrix", "Confusion");
    spec.doc = NS_TEXT("confusion_matrix",
                       "How often each class was predicted for each true class: a table printed when a run is evaluated.");
    spec.parameters = parameters.specs();
    spec.problem = [](const ParameterMap&, const Shape& output, const Shape& target, int classes) {
        return countsProblem(output, target, classes, mostTableClasses);
    };
    spec.lower = [parameters](const ParameterMap& values, LossCall& call) {
        lowerConfusion(call, parameters.bind(values).threshold, Judge::fitting, Tally::table);
    };
    spec.isTable = true;
    return spec;
}

} // namespace netsmith::metric
