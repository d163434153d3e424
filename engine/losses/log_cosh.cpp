#include "engine/losses/losses.h"
#include "engine/losses/pointwise.h"

namespace netsmith::loss {

LossSpec logCosh()
{
    LossSpec spec;
    spec.id = "log_cosh";
    spec.title = NS_TEXT("log_cosh", "Log-cosh");
    spec.doc =
        NS_TEXT("log_cosh", "The mean of log cosh(prediction − target): quadratic for small errors and linear for large ones.");
    spec.problem = numberProblem;
    spec.lower = [](const ParameterMap&, LossCall& call) { lowerPointwise(call, PointwiseLossAttributes(PointwiseLoss::logCosh)); };
    return spec;
}

} // namespace netsmith::loss
