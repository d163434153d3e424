#include "engine/ops/objective_call.h"

#include "engine/ops/activation.h"
#include "engine/ops/cast.h"
#include "engine/ops/mask_steps.h"

namespace netsmith {
namespace {

/// The op called `name`, or the activation of that kind, that made the tensor; casts in between are ignored.
const Op* maker(const Emitter& emitter, TensorId tensor, std::string_view name)
{
    const Op* op = emitter.producer(tensor);
    while (op && op->spec == &ops::cast)
        op = emitter.producer(op->inputs[0]);
    if (!op)
        return nullptr;
    const bool activation = op->spec == &ops::activation && nameOf(op->as<ActivationAttributes>().kind) == name;
    return activation || op->spec->name == name ? op : nullptr;
}

} // namespace

TensorId LossCall::beforeActivation(std::string_view op) const
{
    const Op* found = m_fuse ? maker(m_emitter, m_prediction, op) : nullptr;
    return found ? found->inputs[0] : noTensor;
}

TensorId LossCall::countedTarget()
{
    return m_weights == noTensor ? m_target : emitMaskSteps(m_emitter, m_target, m_weights, MaskedAs::absent);
}

bool LossCall::madeBy(std::string_view op) const
{
    return maker(m_emitter, m_prediction, op) != nullptr;
}

TensorId LossCall::logits(std::string_view op) const
{
    const Op* found = maker(m_emitter, m_prediction, op);
    return found ? found->inputs[0] : m_prediction;
}

} // namespace netsmith
