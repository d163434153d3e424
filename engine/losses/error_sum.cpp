#include "engine/losses/error_sum.h"

#include "engine/losses/crossentropy.h"
#include "engine/ops/reshape.h"

namespace netsmith::loss {

void lowerErrorSum(LossCall& call, const OpSpec& op)
{
    Emitter& emitter = call.emitter();
    const Shape shape = emitter.shape(call.prediction());
    const TensorId target = emitter.shape(call.target()) == shape ? call.target() : emitReshape(emitter, call.target(), shape);
    call.setSum(emitter.emitOne(op, noAttributes(), {call.prediction(), target}));
}

std::optional<Message> numberProblem(const Shape& output, const Shape& target, int classes)
{
    if (classes > 0)
        return Message(NS_MESSAGE("loss.numbers",
                                  "the target holds class numbers, whose distances mean nothing; take "
                                  "sparse_categorical_crossentropy and accuracy"));
    if (target.rank() == 0 && output == Shape{1})
        return std::nullopt;
    return shapeProblem(output, target);
}

} // namespace netsmith::loss
