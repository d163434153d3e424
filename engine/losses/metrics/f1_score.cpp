#include "engine/losses/metrics/counts.h"
#include "engine/losses/metrics/metrics.h"
#include "engine/losses/metrics/threshold.h"

namespace netsmith::metric {

MetricSpec f1Score()
{
    const ParameterBuilder<Threshold> parameters = declareThreshold();
    MetricSpec spec;
    spec.id = "f1_score";
    spec.title = NS_TEXT("f1_score", "F1 score");
    spec.doc = NS_TEXT(
        "f1_score",
        "The harmonic mean of precision and recall; with several classes, the mean over the classes, each counting the same.");
    spec.higherIsBetter = true;
    spec.parameters = parameters.specs();
    spec.problem = [](const ParameterMap&, const Shape& output, const Shape& target, int classes) {
        return countsProblem(output, target, classes, mostClasses);
    };
    spec.lower = [parameters](const ParameterMap& values, LossCall& call) {
        lowerConfusion(call, parameters.bind(values).threshold, Judge::fitting, Tally::totals);
    };
    spec.finish = [](std::span<const double> totals, double) {
        return meanOverClasses(totals,
                               [](double right, double predicted, double there) { return share(2.0 * right, predicted + there); });
    };
    return spec;
}

} // namespace netsmith::metric
