#include "engine/losses/error_sum.h"
#include "engine/losses/metrics/metrics.h"
#include "engine/ops/error_sums.h"

namespace netsmith::metric {

MetricSpec meanAbsoluteError()
{
    MetricSpec spec;
    spec.id = "mean_absolute_error";
    spec.title = NS_TEXT("mean_absolute_error", "Mean absolute error");
    spec.doc = NS_TEXT("mean_absolute_error", "The mean of |prediction − target| over the numbers of a sample.");
    spec.problem = loss::numberProblem;
    spec.lower = [](const ParameterMap&, LossCall& call) { loss::lowerErrorSum(call, ops::absoluteError); };
    return spec;
}

} // namespace netsmith::metric
