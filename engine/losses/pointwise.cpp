#include "engine/losses/pointwise.h"

#include "engine/losses/crossentropy.h"
#include "engine/losses/weights.h"
#include "engine/ops/reshape.h"

#include <algorithm>

namespace netsmith::loss {
namespace {

void emitPointwise(LossCall& call, PointwiseLossAttributes attributes, TensorId prediction, TensorId target, TensorId weights)
{
    std::vector<TensorId> inputs{prediction, target};
    if (weights != noTensor)
        inputs.push_back(weights);
    call.setSum(call.emitter().emitOne(ops::pointwiseLoss, std::make_shared<PointwiseLossAttributes>(std::move(attributes)),
                                       std::move(inputs)));
}

} // namespace

TensorId shaped(LossCall& call, TensorId target)
{
    Emitter& emitter = call.emitter();
    const Shape shape = emitter.shape(call.prediction());
    return emitter.shape(target) == shape ? target : emitReshape(emitter, target, shape);
}

void lowerPointwise(LossCall& call, PointwiseLossAttributes attributes)
{
    emitPointwise(call, std::move(attributes), call.prediction(), shapedTarget(call), call.weights());
}

void lowerBinary(LossCall& call, PointwiseLossAttributes attributes, const std::vector<double>& classWeights)
{
    TensorId logits = call.beforeActivation("sigmoid");
    if (logits == noTensor && !call.madeBy("sigmoid") && !call.madeBy("softmax"))
        logits = call.prediction();
    attributes.kind = logits == noTensor ? PointwiseLoss::binaryCrossentropy : PointwiseLoss::binaryCrossentropyOfLogit;
    const TensorId target = shapedTarget(call);
    emitPointwise(call, std::move(attributes), logits == noTensor ? call.prediction() : logits, target,
                  emitClassWeights(call, target, classWeights, false));
}

std::optional<Message> numberProblem(const ParameterMap&, const Shape& output, const Shape& target, int classes)
{
    if (classes > 0)
        return Message(NS_MESSAGE(
            "loss.numbers",
            "the target holds class numbers, whose distances mean nothing; use sparse_categorical_crossentropy and accuracy"));
    if (target.rank() == 0 && output == Shape{1})
        return std::nullopt;
    return shapeProblem(output, target);
}

std::optional<Message> binaryProblem(const ParameterMap&, const Shape& output, const Shape& target, int classes)
{
    if (classes != 0 && classes != 2)
        return Message(NS_MESSAGE("loss.binary",
                                  "the target has {0:class|classes}, but this is for two, 0 and 1, or for fractions between them; "
                                  "use sparse_categorical_crossentropy and accuracy"),
                       classes);
    const bool single = output.rank() == target.rank() + 1 && output[-1] == 1
        && std::ranges::equal(output.sizes().first(target.sizes().size()), target.sizes());
    if (single)
        return std::nullopt;
    if (target.rank() == 0)
        return Message(NS_MESSAGE("loss.one_number", "expected 1 number per sample, as the target has, got {0}"), output.text());
    return shapeProblem(output, target);
}

} // namespace netsmith::loss
