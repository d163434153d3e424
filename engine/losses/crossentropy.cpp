#include "engine/losses/crossentropy.h"

#include "engine/losses/weights.h"
#include "engine/ops/objective_call.h"

#include <algorithm>

namespace netsmith::loss {

void lowerCrossentropy(LossCall& call, CrossEntropyAttributes attributes, const std::vector<double>& classWeights)
{
    TensorId logits = call.beforeActivation("softmax");
    if (logits == noTensor && !call.madeBy("softmax"))
        logits = call.prediction();
    const OpSpec& op = logits == noTensor ? ops::crossEntropy : ops::softmaxCrossEntropy;
    std::vector<TensorId> inputs{logits == noTensor ? call.prediction() : logits, call.target()};
    if (const TensorId weights = emitClassWeights(call, call.target(), classWeights, true); weights != noTensor)
        inputs.push_back(weights);
    call.setSum(call.emitter().emit(op, std::make_shared<CrossEntropyAttributes>(std::move(attributes)), std::move(inputs))[0]);
}

std::optional<Message> classProblem(const Shape& output, const Shape& target, int classes)
{
    const bool rows =
        output.rank() == target.rank() + 1 && std::ranges::equal(output.sizes().first(output.rank() - 1), target.sizes());
    if (rows && output[-1] == classes)
        return std::nullopt;
    Shape expected{classes};
    if (target.rank() > 0 && target.rank() < Shape::maxRank) {
        std::vector<std::int64_t> sizes(target.sizes().begin(), target.sizes().end());
        sizes.push_back(classes);
        expected = Shape(sizes);
    }
    return Message(NS_MESSAGE("loss.classes", "expected {0}, one number for each of the {1:class|classes} of the target, got {2}"),
                   expected.text(), classes, output.text());
}

std::optional<Message> distributionProblem(const Shape& output, const Shape& target, int classes)
{
    if (classes > 0)
        return classProblem(output, target, classes);
    if (target.rank() == 0)
        return Message(NS_MESSAGE("categorical_crossentropy.target",
                                  "the target is one number per sample, neither a class nor a vector of probabilities; use "
                                  "mean_squared_error for numbers"));
    return shapeProblem(output, target);
}

std::optional<Message> shapeProblem(const Shape& output, const Shape& target)
{
    if (output == target)
        return std::nullopt;
    return Message(NS_MESSAGE("loss.shape", "expected the target's shape {0}, got {1}"), target.text(), output.text());
}

} // namespace netsmith::loss
