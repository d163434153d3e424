#include "engine/inspect/explanations/layer_program.h"

#include "engine/ops/control.h"

#include <algorithm>

namespace netsmith::inspect {

LayerProgram::LayerProgram(std::string node, std::span<const Shape> inputs, bool training, std::uint64_t seed, bool masked)
    : m_node(std::move(node))
    , m_training(training)
    , m_seed(seed)
    , m_emitter(m_tensors, m_program)
{
    for (const Shape& shape : inputs)
        m_inputs.push_back(add({}, shape.withBatch(1), Role::input));
    m_counters = add("counters", Shape{control::counterCount}, Role::control);
    m_tensors.back().type = DataType::i64;
    if (masked && !inputs.empty())
        m_mask = add({}, Shape{1, inputs[0][0]}, Role::input);
}

void LayerProgram::setOutput(std::size_t index, TensorId tensor)
{
    m_outputs.resize(std::max(m_outputs.size(), index + 1), noTensor);
    m_outputs[index] = tensor;
}

TensorId LayerProgram::weight(WeightKind, const std::string& name, const Shape& shape, bool)
{
    const auto [entry, isNew] = m_weights.try_emplace(name, noTensor);
    if (isNew)
        entry->second = add(m_node + "." + name, shape, Role::segment);
    return entry->second;
}

LayerCall::Statistic LayerProgram::statistic(const std::string& name, const Shape& shape, float)
{
    const TensorId current = weight({}, name, shape, false);
    return {current, add({}, shape, Role::segment)};
}

TensorId LayerProgram::add(std::string name, const Shape& shape, Role role)
{
    m_tensors.push_back({.name = std::move(name), .shape = shape, .type = DataType::f32, .role = role});
    return static_cast<TensorId>(m_tensors.size()) - 1;
}

} // namespace netsmith::inspect
