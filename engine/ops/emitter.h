#pragma once

#include "engine/ops/op.h"

namespace netsmith {

/// Appends ops to a program and their outputs to the plan's tensors, inferring shapes and types on the way.
class Emitter {
public:
    Emitter(std::vector<TensorInfo>& tensors, Program& program)
        : m_tensors(tensors)
        , m_program(program)
    {
    }

    /// Emits an op with new outputs, which are activations.
    std::vector<TensorId> emit(const OpSpec& spec, std::shared_ptr<const Attributes> attributes, std::vector<TensorId> inputs);
    /// The same for an op with one output.
    TensorId emitOne(const OpSpec& spec, std::shared_ptr<const Attributes> attributes, std::vector<TensorId> inputs);
    /// Emits an op that writes existing tensors (arenas, counters, step-scoped sums); their types must match what it infers.
    void emitInto(const OpSpec& spec, std::shared_ptr<const Attributes> attributes, std::vector<TensorId> inputs,
                  std::vector<TensorId> outputs);

    TensorId add(TensorInfo tensor);
    /// A parameter, or its mirror, with another shape of as many elements: the same tensor each time, so that gradients add up.
    TensorId view(TensorId segment, const Shape& shape);
    const TensorInfo& info(TensorId id) const { return m_tensors[static_cast<std::size_t>(id)]; }
    const Shape& shape(TensorId id) const { return info(id).shape; }

    /// The op of this program that made the tensor, or null.
    const Op* producer(TensorId id) const;

    /// The source nodes of the ops emitted from now on.
    void setOrigin(std::vector<std::string> nodes) { m_origin = std::move(nodes); }

    Program& program() { return m_program; }

private:
    std::vector<TensorInfo> gather(std::span<const TensorId> ids) const;

    std::vector<TensorInfo>& m_tensors;
    Program& m_program;
    std::vector<std::string> m_origin;
};

/// Attributes of an op without any.
std::shared_ptr<const Attributes> noAttributes();

} // namespace netsmith
