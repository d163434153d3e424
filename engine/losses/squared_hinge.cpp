#include "engine/losses/losses.h"
#include "engine/losses/pointwise.h"

namespace netsmith::loss {

LossSpec squaredHinge()
{
    LossSpec spec;
    spec.id = "squared_hinge";
    spec.title = NS_TEXT("squared_hinge", "Squared hinge");
    spec.doc = NS_TEXT("squared_hinge", "The mean of max(1 − target·prediction, 0)²; targets are −1 and 1, and a 0 counts as −1.");
    spec.problem = binaryProblem;
    spec.lower = [](const ParameterMap&, LossCall& call) {
        lowerPointwise(call, PointwiseLossAttributes(PointwiseLoss::squaredHinge));
    };
    return spec;
}

} // namespace netsmith::loss
