#include "engine/losses/metrics/counts.h"
#include "engine/losses/metrics/metrics.h"
#include "engine/losses/metrics/threshold.h"

namespace netsmith::metric {

MetricSpec recall()
{
    const ParameterBuilder<Threshold> parameters = declareThreshold();
    MetricSpec spec;
    spec.id = "recall";
    spec.title = NS_TEXT("recall", "Recall");
    spec.doc = NS_TEXT("recall",
                       "The fraction of the positive samples that were predicted positive; with several classes, the mean over the "
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
        return meanOverClasses(totals, [](double right, double, double there) { return share(right, there); });
    };
    return spec;
}

} // namespace netsmith::metric
