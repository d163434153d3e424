#include "engine/losses/losses.h"
#include "engine/losses/pointwise.h"
#include "engine/ops/cosine_similarity.h"

namespace netsmith::loss {

LossSpec cosineSimilarity()
{
    LossSpec spec;
    spec.id = "cosine_similarity";
    spec.title = NS_TEXT("cosine_similarity", "Cosine similarity");
    spec.doc =
        NS_TEXT("cosine_similarity",
                "−cos of the angle between prediction and target, each a vector along the last axis: −1 where they point the "
                "same way, 1 where they point opposite ways; their lengths do not matter.");
    spec.problem = numberProblem;
    spec.lower = [](const ParameterMap&, LossCall& call) {
        std::vector<TensorId> inputs{call.prediction(), shapedTarget(call)};
        if (call.weights() != noTensor)
            inputs.push_back(call.weights());
        call.setSum(call.emitter().emitOne(ops::cosineSimilarity, noAttributes(), std::move(inputs)));
    };
    return spec;
}

} // namespace netsmith::loss
