#include "engine/losses/metrics/counts.h"
#include "engine/losses/metrics/metrics.h"
#include "engine/losses/metrics/threshold.h"

namespace netsmith::metric {

MetricSpec precision()
{
    const ParameterBuilder<Threshold> parameters = declareThreshold();
    MetricSpec spec;
    spec.id = "precision";
    spec.title = NS_TEXT("precision", "Precision");
    spec.doc = NS_TEXT("precision",
                       "The fraction of the samples predicted positive that are positive; with several classes, the mean over the "
                       "classes, each counting the same.");
    spec.higherIsBetter = true;
    spec.format = MetricFormat::percent;
    spec.parameters = parameters.specs();
    spec.problem = [](const ParameterMap&, const Shape& output, const Shape& target, int classes) {
        return countsProblem(output, target, classes, mostClasses);
    };
    spec.lower = [parameters](const ParameterMap& values, LossCall& call) {
        lowerConfusion(call, parameters.bind(values).threshold, Judge::fitting, Tally::totals);
    };
    spec.finish = [](std::span<const double> totals, double) {
        return meanOverClasses(totals, [](double right, double predicted, double) { return share(right, predicted); });
    };
    return spec;
}

} // namespace netsmith::metric
