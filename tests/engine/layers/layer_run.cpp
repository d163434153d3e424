#include "tests/engine/layers/layer_run.h"

#include "engine/layers/registry.h"
#include "engine/ops/control.h"
#include "engine/ops/layer_call.h"
#include "engine/plan/passes/autodiff.h"

#include <map>
#include <stdexcept>

namespace netsmith::test {
namespace {

/// Adds the next segment to a table, at its place in the arena.
int appended(SegmentTable& table, const std::string& id, const Shape& shape)
{
    Segment segment;
    segment.id = id;
    segment.shape = shape;
    segment.offset = table.elements;
    table.elements += (shape.elements() + segmentAlignment - 1) / segmentAlignment * segmentAlignment;
    table.segments.push_back(segment);
    return static_cast<int>(table.segments.size()) - 1;
}

class PlanCall final : public LayerCall {
public:
    PlanCall(LogicalPlan& plan, const LayerInput& input, std::size_t outputs)
        : m_plan(plan)
        , m_input(input)
        , m_emitter(plan.tensors, plan.programs[0])
        , m_outputs(outputs, noTensor)
    {
        for (std::size_t i = 0; i < input.inputs.size(); ++i)
            m_inputs.push_back(segment(plan.parameters, Arena::weights, "input" + std::to_string(i), input.inputs[i].shape));
        m_counters = m_emitter.add({"train/counters", {control::counterCount}, DataType::i64, Role::control});
    }

    Emitter& emitter() override { return m_emitter; }
    const std::string& node() const override { return m_node; }
    std::span<const TensorId> inputs() const override { return m_inputs; }
    void setOutput(std::size_t index, TensorId tensor) override { m_outputs.at(index) = tensor; }
    TensorId counters() override { return m_counters; }
    std::uint64_t seed() const override { return 7; }
    bool training() const override { return m_input.training; }
    TensorId weight(WeightKind kind, const std::string& name, const Shape& shape, bool) override
    {
        initializers[name] = initializerOf(kind, m_input.parameters, shape);
        const auto [entry, isNew] = weights.try_emplace(name, noTensor);
        if (isNew)
            entry->second = segment(m_plan.parameters, Arena::weights, name, given(m_input.weights, name, shape));
        return entry->second;
    }
    Statistic statistic(const std::string& name, const Shape& shape, float) override
    {
        const auto [entry, isNew] = statistics.try_emplace(name);
        if (isNew) {
            const int index = appended(m_plan.statistics, name, given(m_input.statistics, name, shape));
            entry->second = {tensor(name, shape, Arena::statistics, index), tensor(name, shape, Arena::staged, index)};
        }
        return entry->second;
    }

    const std::vector<TensorId>& outputs() const { return m_outputs; }

    std::map<std::string, TensorId> weights;
    std::map<std::string, Initializer> initializers;
    std::map<std::string, Statistic> statistics;

private:
    static const Shape& given(const std::map<std::string, Array>& all, const std::string& name, const Shape& shape)
    {
        const auto found = all.find(name);
        if (found == all.end())
            throw std::runtime_error("the layer asks for " + name + ", which is not given");
        if (found->second.shape != shape)
            throw std::runtime_error("the layer asks for " + name + " of " + shape.text() + ", given is one of "
                                     + found->second.shape.text());
        return shape;
    }
    TensorId tensor(const std::string& name, const Shape& shape, Arena arena, int index)
    {
        return m_emitter.add({name, shape, DataType::f32, Role::segment, arena, index});
    }
    TensorId segment(SegmentTable& table, Arena arena, const std::string& name, const Shape& shape)
    {
        return tensor(name, shape, arena, appended(table, name, shape));
    }

    LogicalPlan& m_plan;
    const LayerInput& m_input;
    Emitter m_emitter;
    std::string m_node = "node";
    std::vector<TensorId> m_inputs;
    std::vector<TensorId> m_outputs;
    TensorId m_counters = noTensor;
};

/// The tensor in the gradients' arena that belongs to a weight, or `noTensor`.
TensorId gradientOf(const LogicalPlan& plan, TensorId weight)
{
    for (std::size_t i = 0; i < plan.tensors.size(); ++i)
        if (plan.tensors[i].arena == Arena::gradients && plan.tensors[i].segment == plan.tensor(weight).segment)
            return static_cast<TensorId>(i);
    return noTensor;
}

std::vector<double> readFrom(Executable& executable, const LogicalPlan& plan, TensorId id)
{
    std::vector<double> values(static_cast<std::size_t>(plan.tensor(id).shape.elements()));
    executable.read(id, values).take();
    return values;
}

} // namespace

LayerResult runLayer(Backend& backend, const LayerInput& input)
{
    const LayerSpec* spec = layers().find(input.layer);
    if (!spec)
        throw std::runtime_error("there is no layer " + input.layer);
    LogicalPlan plan;
    plan.name = input.layer;
    plan.batch = input.inputs.at(0).shape[0];
    plan.programs.push_back({std::string(programs::forwardBackward), {}});
    PlanCall call(plan, input, spec->outputs.size());
    spec->lower(input.parameters, call);

    std::vector<Differentiated> arriving;
    for (std::size_t i = 0; i < input.upstream.size(); ++i) {
        TensorInfo info = plan.tensor(call.outputs()[i]);
        info.role = Role::input;
        info.arena = Arena::none;
        arriving.push_back({call.outputs()[i], call.emitter().add(info)});
    }
    if (!arriving.empty())
        appendBackward(call.emitter(), plan.tensors, arriving, std::vector<bool>(plan.parameters.segments.size(), true));

    layOutState(plan);
    const auto state = backend.createState(plan).take();
    const auto executable = backend.compile(plan, *state, {.fuse = false, .keepAll = true}).take();
    std::map<std::pair<Arena, int>, std::vector<double>> untouched; // what no op reads or writes is not in the state
    const auto give = [&](TensorId id, const std::vector<double>& values) {
        if (plan.tensor(id).row >= 0)
            executable->write(id, values).take();
        else
            untouched[{plan.tensor(id).arena, plan.tensor(id).segment}] = values;
    };
    const auto read = [&](TensorId id) {
        const TensorInfo& info = plan.tensor(id);
        if (info.role != Role::segment || info.row >= 0)
            return readFrom(*executable, plan, id);
        std::vector<double>& values = untouched[{info.arena, info.segment}];
        values.resize(static_cast<std::size_t>(info.shape.elements()));
        return values;
    };
    for (std::size_t i = 0; i < input.inputs.size(); ++i)
        give(call.inputs()[i], input.inputs[i].values);
    for (const auto& [name, id] : call.weights)
        give(id, input.weights.at(name).values);
    for (const auto& [name, statistic] : call.statistics)
        give(statistic.current, input.statistics.at(name).values);
    for (std::size_t i = 0; i < arriving.size(); ++i)
        executable->write(arriving[i].seed, input.upstream[i]).take();
    executable->runOps(0, 0, static_cast<int>(plan.programs[0].ops.size())).take();

    LayerResult result;
    result.ops = plan.programs[0].ops;
    result.initializers = call.initializers;
    for (const TensorId id : call.outputs())
        result.outputs.push_back({plan.tensor(id).shape, read(id)});
    const auto gradient = [&](TensorId weight) {
        const TensorId id = gradientOf(plan, weight);
        return id == noTensor ? std::vector<double>(static_cast<std::size_t>(plan.tensor(weight).shape.elements())) : read(id);
    };
    for (const TensorId id : call.inputs())
        result.inputGradients.push_back(gradient(id));
    for (const auto& [name, id] : call.weights)
        result.weightGradients[name] = gradient(id);
    for (const auto& [name, statistic] : call.statistics)
        result.statistics[name] = read(input.training ? statistic.staged : statistic.current);
    return result;
}

} // namespace netsmith::test
