#include "engine/losses/losses.h"
#include "engine/losses/pointwise.h"

namespace netsmith::loss {

LossSpec klDivergence()
{
    LossSpec spec;
    spec.id = "kl_divergence";
    spec.title = NS_TEXT("kl_divergence", "Kullback-Leibler divergence");
    spec.shortTitle = NS_TEXT("kl_divergence", "KL divergence");
    spec.doc = NS_TEXT(
        "kl_divergence",
        "How far the predicted distribution is from the target's, Σ t·log(t/p) along the last axis; both hold probabilities.");
    spec.problem = numberProblem;
    spec.lower = [](const ParameterMap&, LossCall& call) {
        lowerPointwise(call, PointwiseLossAttributes(PointwiseLoss::klDivergence));
    };
    return spec;
}

} // namespace netsmith::loss
