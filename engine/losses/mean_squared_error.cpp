#include "engine/losses/losses.h"
#include "engine/losses/pointwise.h"

namespace netsmith::loss {

LossSpec meanSquaredError()
{
    LossSpec spec;
    spec.id = "mean_squared_error";
    spec.title = NS_TEXT("mean_squared_error", "Mean squared error");
    spec.doc = NS_TEXT("mean_squared_error", "The mean of (prediction − target)² over the numbers of a sample: for regression.");
    spec.problem = numberProblem;
    spec.lower = [](const ParameterMap&, LossCall& call) { lowerPointwise(call, PointwiseLossAttributes(PointwiseLoss::squared)); };
    return spec;
}

} // namespace netsmith::loss
