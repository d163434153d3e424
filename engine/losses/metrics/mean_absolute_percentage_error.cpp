#include "engine/losses/metrics/metrics.h"
#include "engine/losses/pointwise.h"

namespace netsmith::metric {

MetricSpec meanAbsolutePercentageError()
{
    MetricSpec spec;
    spec.id = "mean_absolute_percentage_error";
    spec.title = NS_TEXT("mean_absolute_percentage_error", "Mean absolute percentage error");
    spec.shortTitle = NS_TEXT("mean_absolute_percentage_error", "MAPE");
    spec.doc = NS_TEXT(
        "mean_absolute_percentage_error",
        "The mean of |prediction − target| / |target|: an error as a fraction of the target, of little use if targets are near 0.");
    spec.problem = loss::numberProblem;
    spec.format = MetricFormat::percent;
    spec.lower = [](const ParameterMap&, LossCall& call) {
        loss::lowerPointwise(call, PointwiseLossAttributes(PointwiseLoss::percentage));
    };
    return spec;
}

} // namespace netsmith::metric
