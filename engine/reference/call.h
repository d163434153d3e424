#pragma once

#include "engine/backend/backend.h"

namespace netsmith::reference {

/// A tensor as this backend holds it: every number a double, whatever its declared type. Bound data stays in the host's format.
struct Tensor {
    const TensorInfo* info = nullptr;
    std::span<double> values;
    const HostArray* data = nullptr; ///< of the role `data`, once bound

    const Shape& shape() const { return info->shape; }
    double& operator[](std::int64_t index) const { return values[static_cast<std::size_t>(index)]; }
    std::int64_t size() const { return static_cast<std::int64_t>(values.size()); }
};

/// One op to run, with the tensors it works on.
class Call {
public:
    Call(const Op& op, std::span<const Tensor> tensors, Communicator* communicator)
        : m_op(op)
        , m_tensors(tensors)
        , m_communicator(communicator)
    {
    }

    const Tensor& in(std::size_t index) const { return m_tensors[static_cast<std::size_t>(m_op.inputs[index])]; }
    const Tensor& out(std::size_t index) const { return m_tensors[static_cast<std::size_t>(m_op.outputs[index])]; }
    bool hasInput(std::size_t index) const { return index < m_op.inputs.size() && m_op.inputs[index] != noTensor; }
    std::size_t inputCount() const { return m_op.inputs.size(); }
    std::size_t outputCount() const { return m_op.outputs.size(); }

    /// Of the ranks that run this together.
    Communicator& communicator() const { return *m_communicator; }

    template <class A>
    const A& as() const
    {
        return m_op.as<A>();
    }

private:
    const Op& m_op;
    std::span<const Tensor> m_tensors;
    Communicator* m_communicator;
};

/// Computes an op's outputs in the simplest way. Each is defined in the file with its op's basename.
template <const OpSpec& spec>
void compute(const Call& call);

using Kernel = void (*)(const Call& call);

/// The kernel of the op with this name, or null.
Kernel kernelNamed(std::string_view op);

} // namespace netsmith::reference
