#include "engine/losses/metrics/counts.h"

#include "engine/losses/crossentropy.h"
#include "engine/losses/pointwise.h"
#include "engine/ops/activation.h"
#include "engine/ops/confusion.h"
#include "engine/ops/softmax.h"

#include <cmath>

namespace netsmith::metric {
namespace {

bool judgesRows(const LossCall& call, Emitter& emitter)
{
    const Shape& prediction = emitter.shape(call.prediction());
    if (emitter.info(call.target()).type == DataType::i32)
        return prediction.rank() == emitter.shape(call.target()).rank() + 1 && prediction[-1] > 1;
    return call.classes() > 0 || call.madeBy("softmax");
}

} // namespace

void lowerConfusion(LossCall& call, double threshold, Judge judge, Tally tally)
{
    Emitter& emitter = call.emitter();
    auto attributes = std::make_shared<ConfusionAttributes>();
    attributes->rows = judge == Judge::fitting && judgesRows(call, emitter);
    attributes->totals = tally == Tally::totals || (tally == Tally::classes && attributes->rows);
    // A softmax and a sigmoid keep the order, so they are not needed if the loss takes the logits.
    TensorId judged = call.beforeActivation(attributes->rows ? "softmax" : "sigmoid");
    const bool logits = judged != noTensor || (!call.madeBy("sigmoid") && !call.madeBy("softmax"));
    if (judged == noTensor)
        judged = call.prediction();
    if (!attributes->rows)
        attributes->threshold = logits ? std::log(threshold / (1.0 - threshold)) : threshold;
    const TensorId target = attributes->rows ? call.countedTarget() : loss::shaped(call, call.countedTarget());
    call.setSum(emitter.emitOne(ops::confusion, std::move(attributes), {judged, target}));
}

TensorId emitProbabilities(LossCall& call)
{
    Emitter& emitter = call.emitter();
    if (call.madeBy("sigmoid") || call.madeBy("softmax"))
        return call.prediction();
    return judgesRows(call, emitter) ? emitter.emitOne(ops::softmax, noAttributes(), {call.prediction()})
                                     : emitActivation(emitter, call.prediction(), Activation::sigmoid);
}

std::optional<Message> countsProblem(const Shape& output, const Shape& target, int classes, int most)
{
    const bool rows = classes > 0 && output.rank() == target.rank() + 1 && (output[-1] > 1 || classes > 2);
    if (auto misfit = rows ? loss::classProblem(output, target, classes) : loss::binaryProblem({}, output, target, classes))
        return misfit;
    if (output.rank() > 0 && output[-1] > most)
        return Message(
            NS_MESSAGE("metric.classes", "this is counted for at most {0:class|classes}, and the output has {1}; use accuracy"),
            most, output[-1]);
    return std::nullopt;
}

} // namespace netsmith::metric
