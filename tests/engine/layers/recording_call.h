#pragma once

#include "engine/graph/specs/weight_options.h"
#include "engine/ops/control.h"
#include "engine/ops/layer_call.h"

#include <map>
#include <string>
#include <vector>

namespace netsmith::test {

struct RecordedWeight {
    WeightKind kind = WeightKind::kernel;
    Shape shape;
    Initializer initializer; ///< by default
};

/// Lowers one layer into a program of its own and records what it asks for.
class RecordingCall : public LayerCall {
public:
    RecordingCall(std::string node, const std::vector<Shape>& sampleShapes, std::int64_t batch, bool training)
        : m_node(std::move(node))
        , m_training(training)
    {
        for (const Shape& shape : sampleShapes)
            m_inputs.push_back(add(shape.withBatch(batch), Role::data));
        m_counters = add(Shape{control::counterCount}, Role::control, DataType::i64);
    }

    RecordingCall(const RecordingCall&) = delete; // the emitter points into this
    RecordingCall& operator=(const RecordingCall&) = delete;

    Emitter& emitter() override { return m_emitter; }
    const std::string& node() const override { return m_node; }
    std::span<const TensorId> inputs() const override { return m_inputs; }
    void setOutput(std::size_t index, TensorId tensor) override { m_outputs[index] = tensor; }
    TensorId counters() override { return m_counters; }
    std::uint64_t seed() const override { return 7; }
    bool training() const override { return m_training; }
    TensorId weight(WeightKind kind, const std::string& name, const Shape& shape, bool) override
    {
        weights[name] = {kind, shape, initializerOf(kind, {}, shape)};
        return add(shape, Role::segment);
    }
    Statistic statistic(const std::string& name, const Shape& shape, float initial) override
    {
        statistics[name] = initial;
        return {add(shape, Role::segment), add(shape, Role::segment)};
    }

    /// The shape of an output, including the batch; a scalar where the layer set none.
    Shape outputShape(std::size_t index) const
    {
        const auto found = m_outputs.find(index);
        return found == m_outputs.end() ? Shape() : m_emitter.shape(found->second);
    }
    /// The names of the ops emitted, in order.
    std::vector<std::string> ops() const
    {
        std::vector<std::string> names;
        for (const Op& op : m_program.ops)
            names.emplace_back(op.spec->name);
        return names;
    }
    const Program& program() const { return m_program; }
    std::int64_t parameterCount() const
    {
        std::int64_t count = 0;
        for (const auto& [name, weight] : weights)
            count += weight.shape.elements();
        return count;
    }

    std::map<std::string, RecordedWeight> weights;
    std::map<std::string, float> statistics;

private:
    TensorId add(const Shape& shape, Role role, DataType type = DataType::f32) { return m_emitter.add({{}, shape, type, role}); }

    std::string m_node;
    bool m_training;
    std::vector<TensorInfo> m_tensors;
    Program m_program;
    Emitter m_emitter{m_tensors, m_program};
    std::vector<TensorId> m_inputs;
    TensorId m_counters = noTensor;
    std::map<std::size_t, TensorId> m_outputs;
};

} // namespace netsmith::test
