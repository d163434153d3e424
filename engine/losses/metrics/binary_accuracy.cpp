#include "engine/losses/metrics/counts.h"
#include "engine/losses/metrics/metrics.h"
#include "engine/losses/metrics/threshold.h"
#include "engine/losses/pointwise.h"

namespace netsmith::metric {

MetricSpec binaryAccuracy()
{
    const ParameterBuilder<Threshold> parameters = declareThreshold();
    MetricSpec spec;
    spec.id = "binary_accuracy";
    spec.title = NS_TEXT("binary_accuracy", "Binary accuracy");
    spec.shortTitle = NS_TEXT("binary_accuracy", "Accuracy");
    spec.doc = NS_TEXT("binary_accuracy", "The fraction of yes-or-no answers that are right.");
    spec.higherIsBetter = true;
    spec.format = MetricFormat::percent;
    spec.parameters = parameters.specs();
    spec.problem = [](const ParameterMap&, const Shape& output, const Shape& target, int classes) {
        return loss::binaryProblem({}, output, target, classes);
    };
    spec.lower = [parameters](const ParameterMap& values, LossCall& call) {
        lowerConfusion(call, parameters.bind(values).threshold, Judge::numbers, Tally::table);
    };
    spec.finish = [](std::span<const double> counts, double) {
        return share(counts[0] + counts[3], counts[0] + counts[1] + counts[2] + counts[3]);
    };
    return spec;
}

} // namespace netsmith::metric
