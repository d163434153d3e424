#pragma once

#include "engine/ops/emitter.h"

namespace netsmith {

/// What an op's gradient rule sees: the op, the gradients that arrived at its outputs, and where to leave those of its inputs.
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

    /// The gradient with respect to an output, or `noTensor` where nothing depends on it.
    TensorId outputGradient(std::size_t index) const { return m_outputGradients[index]; }
    /// Whether anybody wants the gradient with respect to an input: not for data, not before the first parameter.
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
