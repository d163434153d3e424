#include "engine/losses/metrics/metrics.h"
#include "engine/losses/pointwise.h"

#include <cmath>

namespace netsmith::metric {

MetricSpec rootMeanSquaredError()
{
    MetricSpec spec;
    spec.id = "root_mean_squared_error";
    spec.title = NS_TEXT("root_mean_squared_error", "Root mean squared error");
    spec.shortTitle = NS_TEXT("root_mean_squared_error", "RMSE");
    spec.doc = NS_TEXT("root_mean_squared_error",
                       "The square root of the mean of (prediction − target)²: an error in the target's own unit.");
    spec.problem = loss::numberProblem;
    spec.lower = [](const ParameterMap&, LossCall& call) {
        loss::lowerPointwise(call, PointwiseLossAttributes(PointwiseLoss::squared));
    };
    spec.finish = [](std::span<const double> sums, double samples) { return std::sqrt(sums[0] / samples); };
    return spec;
}

} // namespace netsmith::metric
