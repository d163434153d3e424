#include "engine/losses/metrics/metrics.h"
#include "engine/losses/pointwise.h"

namespace netsmith::metric {

MetricSpec meanAbsoluteError()
{
    MetricSpec spec;
    spec.id = "mean_absolute_error";
    spec.title = NS_TEXT("mean_absolute_error", "Mean absolute error");
    spec.doc = NS_TEXT("mean_absolute_error", "The mean of |prediction − target| over the numbers of a sample.");
    spec.problem = loss::numberProblem;
    spec.lower = [](const ParameterMap&, LossCall& call) {
        loss::lowerPointwise(call, PointwiseLossAttributes(PointwiseLoss::absolute));
    };
    return spec;
}

} // namespace netsmith::metric
