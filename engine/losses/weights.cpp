#include "engine/losses/weights.h"

#include "engine/ops/target_weights.h"

namespace netsmith::loss {

TensorId emitClassWeights(LossCall& call, TensorId target, const std::vector<double>& classWeights, bool rows)
{
    if (classWeights.empty())
        return call.weights();
    auto attributes = std::make_shared<TargetWeightsAttributes>();
    attributes->classWeights = classWeights;
    attributes->rows = rows;
    std::vector<TensorId> inputs{target};
    if (call.weights() != noTensor)
        inputs.push_back(call.weights());
    return call.emitter().emitOne(ops::targetWeights, std::move(attributes), std::move(inputs));
}

std::optional<Message> classWeightsProblem(const std::vector<double>& classWeights, std::int64_t classes)
{
    if (classWeights.empty() || static_cast<std::int64_t>(classWeights.size()) == classes)
        return std::nullopt;
    return Message(NS_MESSAGE("loss.class_weights", "class_weights: expected {0:number|numbers}, one for each class, got {1}"),
                   classes, classWeights.size());
}

} // namespace netsmith::loss
