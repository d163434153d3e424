#pragma once

#include "engine/ops/emitter.h"

namespace netsmith {

/// The context of an op's gradient rule: the op, the gradients of its outputs, and where to store those of its inputs.
class GradientContext {
public:
    GradientContext(const Op& op, Emitter& emitter, std::span<const TensorId> outputGradients, std::vector<bool> needed)
        : m_op(op)
        , m_emitter(emitter)
        , m_outputGradients(outputGradients)
        , m_needed(std::move(needed))
        , m_inputGradients(op.inputs.size(), noTensor)
    {
    }

    const Op& op() const { return m_op; }
    Emitter& emitter() { return m_emitter; }
    TensorId input(std::size_t index) const { return m_op.inputs[index]; }
    TensorId output(std::size_t index) const { return m_op.outputs[index]; }

    /// The gradient with respect to an output, or `noTensor` if nothing depends on it.
    TensorId outputGradient(std::size_t index) const { return m_outputGradients[index]; }
    /// Whether the gradient with respect to an input is needed: not for data, not before the first parameter.
    bool needs(std::size_t inputIndex) const { return m_needed[inputIndex]; }
    void give(std::size_t inputIndex, TensorId gradient) { m_inputGradients[inputIndex] = gradient; }

    /// Throws `op.derivative`: what (an op, an activation) has no derivative here, and the layer it belongs to.
    [[noreturn]] void refuse(std::string_view what) const;

    const std::vector<TensorId>& inputGradients() const { return m_inputGradients; }

private:
    const Op& m_op;
    Emitter& m_emitter;
    std::span<const TensorId> m_outputGradients;
    std::vector<bool> m_needed;
    std::vector<TensorId> m_inputGradients;
};

} // namespace netsmith
