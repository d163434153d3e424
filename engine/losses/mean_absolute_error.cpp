#include "engine/losses/losses.h"
#include "engine/losses/pointwise.h"

namespace netsmith::loss {

LossSpec meanAbsoluteError()
{
    LossSpec spec;
    spec.id = "mean_absolute_error";
    spec.title = NS_TEXT("mean_absolute_error", "Mean absolute error");
    spec.doc =
        NS_TEXT("mean_absolute_error",
                "The mean of |prediction − target| over the numbers of a sample: for regression that is robust to outliers.");
    spec.problem = numberProblem;
    spec.lower = [](const ParameterMap&, LossCall& call) {
        lowerPointwise(call, PointwiseLossAttributes(PointwiseLoss::absolute));
    };
    return spec;
}

} // namespace netsmith::loss
