#include "engine/losses/losses.h"
#include "engine/losses/pointwise.h"

namespace netsmith::loss {

LossSpec hinge()
{
    LossSpec spec;
    spec.id = "hinge";
    spec.title = NS_TEXT("hinge", "Hinge");
    spec.doc = NS_TEXT("hinge",
                       "The mean of max(1 − target·prediction, 0), as used by support vector machines; targets are −1 and 1, and a "
                       "0 counts as −1.");
    spec.problem = binaryProblem;
    spec.lower = [](const ParameterMap&, LossCall& call) { lowerPointwise(call, PointwiseLossAttributes(PointwiseLoss::hinge)); };
    return spec;
}

} // namespace netsmith::loss
