#include "engine/plan/single_layer_lowering.h"

namespace netsmith {

SingleLayerLowering::SingleLayerLowering(const std::string& node, std::span<const Shape> inputs)
    : m_node(node)
    , m_emitter(m_tensors, m_program)
{
    for (const Shape& shape : inputs)
        m_inputs.push_back(add(shape.withBatch(1), Role::activation));
}

TensorId SingleLayerLowering::weight(WeightKind, const std::string& name, const Shape& shape, bool)
{
    const auto [entry, isNew] = m_weights.try_emplace(name, noTensor);
    if (isNew) {
        entry->second = add(shape, Role::segment);
        m_shapes.emplace(name, shape);
    }
    return entry->second;
}

LayerCall::Statistic SingleLayerLowering::statistic(const std::string&, const Shape& shape, float)
{
    return {add(shape, Role::segment), add(shape, Role::segment)};
}

double SingleLayerLowering::flops() const
{
    double flops = 0.0;
    for (const Op& op : m_program.ops)
        flops += costOf(op, m_tensors).flops;
    return flops;
}

TensorId SingleLayerLowering::add(const Shape& shape, Role role)
{
    m_tensors.push_back({.name = {}, .shape = shape, .type = DataType::f32, .role = role});
    return static_cast<TensorId>(m_tensors.size()) - 1;
}

} // namespace netsmith
