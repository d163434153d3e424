#include "engine/losses/crossentropy.h"

#include "engine/ops/cross_entropy.h"
#include "engine/ops/objective_call.h"

#include <algorithm>

namespace netsmith::loss {

void lowerCrossentropy(LossCall& call)
{
    TensorId logits = call.beforeActivation("softmax");
    if (logits == noTensor && !call.madeBy("softmax"))
        logits = call.prediction();
    if (logits == noTensor)
        call.setSum(call.emitter().emitOne(ops::crossEntropy, noAttributes(), {call.prediction(), call.target()}));
    else
        call.setSum(call.emitter().emit(ops::softmaxCrossEntropy, noAttributes(), {logits, call.target()})[0]);
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

std::optional<Message> shapeProblem(const Shape& output, const Shape& target)
{
    if (output == target)
        return std::nullopt;
    return Message(NS_MESSAGE("loss.shape", "expected the target's shape {0}, got {1}"), target.text(), output.text());
}

} // namespace netsmith::loss
