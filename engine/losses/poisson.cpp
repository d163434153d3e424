#include "engine/losses/losses.h"
#include "engine/losses/pointwise.h"

namespace netsmith::loss {

LossSpec poisson()
{
    LossSpec spec;
    spec.id = "poisson";
    spec.title = NS_TEXT("poisson", "Poisson");
    spec.doc =
        NS_TEXT("poisson", "The mean of prediction − target·log(prediction): for counts; the prediction must not be negative.");
    spec.problem = numberProblem;
    spec.lower = [](const ParameterMap&, LossCall& call) { lowerPointwise(call, PointwiseLossAttributes(PointwiseLoss::poisson)); };
    return spec;
}

} // namespace netsmith::loss
