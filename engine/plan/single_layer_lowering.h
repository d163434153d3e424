#pragma once

#include "engine/ops/layer_call.h"

#include <map>

namespace netsmith {

/// A layer lowered by itself, for one sample in evaluation: the weights it requests, and what it computes.
class SingleLayerLowering : public LayerCall {
public:
    /// `node` outlives it; `inputs` are the shapes of one sample.
    SingleLayerLowering(const std::string& node, std::span<const Shape> inputs);

    Emitter& emitter() override { return m_emitter; }
    const std::string& node() const override { return m_node; }
    std::span<const TensorId> inputs() const override { return m_inputs; }
    void setOutput(std::size_t, TensorId) override { }
    TensorId counters() override { return noTensor; }
    std::uint64_t seed() const override { return 0; }
    bool training() const override { return false; }
    TensorId weight(WeightKind kind, const std::string& name, const Shape& shape, bool unitForget) override;
    Statistic statistic(const std::string& name, const Shape& shape, float initial) override;

    const std::map<std::string, Shape>& weights() const { return m_shapes; }
    double flops() const;

private:
    TensorId add(const Shape& shape, Role role);

    const std::string& m_node;
    std::vector<TensorInfo> m_tensors;
    Program m_program;
    Emitter m_emitter;
    std::vector<TensorId> m_inputs;
    std::map<std::string, TensorId> m_weights;
    std::map<std::string, Shape> m_shapes;
};

} // namespace netsmith
