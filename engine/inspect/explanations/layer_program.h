#pragma once

#include "engine/ops/layer_call.h"

#include <map>
#include <string>
#include <vector>

namespace netsmith::inspect {

/// A single layer lowered for one sample, as it computes in evaluation or in training.
class LayerProgram final : public LayerCall {
public:
    /// `inputs`: shapes of one sample. `masked`: the first input has a mask, its steps long.
    LayerProgram(std::string node, std::span<const Shape> inputs, bool training, std::uint64_t seed, bool masked = false);
    LayerProgram(const LayerProgram&) = delete; // the emitter points into this
    LayerProgram& operator=(const LayerProgram&) = delete;

    Emitter& emitter() override { return m_emitter; }
    const std::string& node() const override { return m_node; }
    std::span<const TensorId> inputs() const override { return m_inputs; }
    void setOutput(std::size_t index, TensorId tensor) override;
    TensorId counters() override { return m_counters; }
    std::uint64_t seed() const override { return m_seed; }
    bool training() const override { return m_training; }
    TensorId weight(WeightKind kind, const std::string& name, const Shape& shape, bool unitForget) override;
    Statistic statistic(const std::string& name, const Shape& shape, float initial) override;
    TensorId mask() const override { return m_mask; }

    std::span<const TensorInfo> tensors() const { return m_tensors; }
    const Program& program() const { return m_program; }
    TensorId output() const { return m_outputs.at(0); }

private:
    TensorId add(std::string name, const Shape& shape, Role role);

    std::string m_node;
    bool m_training;
    std::uint64_t m_seed;
    std::vector<TensorInfo> m_tensors;
    Program m_program;
    Emitter m_emitter;
    std::vector<TensorId> m_inputs;
    std::vector<TensorId> m_outputs;
    TensorId m_counters;
    TensorId m_mask = noTensor;
    std::map<std::string, TensorId> m_weights;
};

} // namespace netsmith::inspect
