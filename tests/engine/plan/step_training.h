#pragma once

#include "engine/backend/loader.h"
#include "tests/engine/plan/training_fixture.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <stdexcept>

namespace netsmith::test {

using Values = std::vector<double>;

/// A field and the numbers of its samples, one after the other.
struct Given {
    FieldType type;
    std::vector<std::int32_t> classes{};
    std::vector<float> numbers{};

    HostArray array() const
    {
        const std::int64_t elements = type.shape.elements();
        const void* bytes = type.type == DataType::i32 ? static_cast<const void*>(classes.data()) : numbers.data();
        const auto count = static_cast<std::int64_t>(type.type == DataType::i32 ? classes.size() : numbers.size());
        return {type.type, count / elements, elements, bytes};
    }
};

/// Trains a project on given samples with a batch size.
class StepTraining {
public:
    StepTraining(const Project& project, const std::string& device, const std::vector<Given>& given, std::int64_t batch,
                 Precision precision = Precision::fp32, const CompileOptions& compile = {.keepAll = true})
        : m_given(given)
    {
        std::vector<FieldType> fields;
        for (const Given& each : m_given)
            fields.push_back(each.type);
        m_plan = buildPlan({project, catalog(), fields}, {.batch = batch, .precision = precision});
        Backend* backend = backendFor(device).take();
        m_state = backend->createState(m_plan).take();
        m_executable = backend->compile(m_plan, *m_state, compile).take();
        const std::int64_t count = m_given[0].array().count;
        m_order.resize(static_cast<std::size_t>(count));
        std::iota(m_order.begin(), m_order.end(), 0);
        for (const std::string stream : {"train/", "evaluate/"}) {
            for (const Given& each : m_given)
                m_state->bind(stream + each.type.name, each.array()).take();
            m_state->bind(stream + "order", {DataType::i32, count, 1, m_order.data()}).take();
        }
        Values weights(static_cast<std::size_t>(m_plan.parameters.elements));
        for (const Segment& segment : m_plan.parameters.segments)
            std::ranges::copy(drawInitial(segment.initializer, segment.shape, 1, segment.id), weights.begin() + segment.offset);
        setWeights(weights);
    }

    Values weights() const { return parameters(Arena::weights); }
    Values gradients() const { return parameters(Arena::gradients); }
    void setWeights(const Values& values) { m_state->writeArena(Arena::weights, std::span<const double>(values)).take(); }

    /// One step of gradient descent on the next batch; returns the recorded columns.
    std::vector<float> train(float rate = 1.0f)
    {
        std::vector<int> programs;
        for (int i = 1; i < m_plan.accumulate; ++i) {
            programs.push_back(m_plan.programIndex(programs::forwardBackward));
            programs.push_back(m_plan.programIndex(programs::accumulate));
        }
        programs.push_back(m_plan.programIndex(programs::forwardBackward));
        programs.push_back(m_plan.programIndex(programs::update));
        std::vector<float> row(m_plan.columns.size());
        if (m_executable->run(programs, 1, std::array{rate}, row).take() != 1)
            throw std::runtime_error("the step made a NaN");
        return row;
    }

    /// The next step's batch begins at this position of an epoch, with its loss scaled by 2 to the `scaleShift`.
    void goTo(std::int64_t position, std::int64_t scaleShift = 0)
    {
        std::array<std::int64_t, control::counterCount> counters{};
        counters[control::position] = position;
        counters[control::scaleShift] = scaleShift;
        m_state->writeCounters("train", counters).take();
    }

    Values statistics() const
    {
        Values out(static_cast<std::size_t>(m_plan.statistics.elements));
        m_state->readArena(Arena::statistics, std::span<double>(out)).take();
        return out;
    }

    void setStatistics(const Values& values) { m_state->writeArena(Arena::statistics, std::span<const double>(values)).take(); }

    /// The network's outputs for the first batch, one after the other.
    Values predict()
    {
        for (const TensorId input : m_plan.predictInputs)
            for (const Given& each : m_given)
                if (m_plan.tensor(input).name == "predict/" + each.type.name) {
                    const std::int64_t elements = m_plan.tensor(input).shape.elements();
                    m_executable->write(input, Values(each.numbers.begin(), each.numbers.begin() + elements)).take();
                }
        const int program = m_plan.programIndex(programs::predict);
        m_executable->run(std::span(&program, 1), 1, std::array{0.0f}, {}).take();
        Values all;
        for (const TensorId output : m_plan.predictions) {
            Values out(static_cast<std::size_t>(m_plan.tensor(output).shape.elements()));
            m_executable->read(output, out).take();
            all.insert(all.end(), out.begin(), out.end());
        }
        return all;
    }

    /// Evaluates the first batch; `further`: the next one instead.
    std::vector<float> evaluate(bool further = false)
    {
        if (!further)
            m_state->writeCounters("evaluate", std::array<std::int64_t, control::counterCount>{}).take();
        std::vector<float> row(m_plan.columns.size());
        const int program = m_plan.programIndex(programs::evaluate);
        m_executable->run(std::span(&program, 1), 1, std::array{0.0f}, row).take();
        return row;
    }

    /// The minimised function in double: each objective's weight times its loss over what counts, plus the penalty.
    double objective(const Project& project)
    {
        evaluate();
        const Program& program = m_plan.program(programs::evaluate);
        const auto record = std::ranges::find(program.ops, std::string_view("record"), [](const Op& op) { return op.spec->name; });
        Values columns;
        for (std::size_t i = 0; i + 1 < record->inputs.size(); ++i) {
            Values one(1);
            m_executable->read(record->inputs[i], one).take();
            columns.push_back(one[0]);
        }
        double sum = 0.0;
        std::size_t next = 0;
        for (const Objective& each : project.training.objectives) {
            sum += each.weight * columns[next] / columns[next + 1];
            next += 2 + each.metrics.size();
        }
        return sum + (next < columns.size() ? columns[next] / columns[1] : 0.0);
    }

    const LogicalPlan& plan() const { return m_plan; }

private:
    Values parameters(Arena arena) const
    {
        Values out(static_cast<std::size_t>(m_plan.parameters.elements));
        m_state->readArena(arena, std::span<double>(out)).take();
        return out;
    }

    std::vector<Given> m_given;
    std::vector<std::int32_t> m_order;
    LogicalPlan m_plan;
    std::unique_ptr<State> m_state;
    std::unique_ptr<Executable> m_executable;
};

inline Given classesOf(const std::string& name, const Shape& shape, int classes, std::vector<std::int32_t> values)
{
    return {.type = {name, shape, DataType::i32, classes}, .classes = std::move(values)};
}

inline void addNode(Graph& graph, const std::string& id, const std::string& layer, ParameterMap parameters, const std::string& from)
{
    graph.nodes.push_back({.id = id, .layer = layer, .title = {}, .parameters = std::move(parameters)});
    if (!from.empty())
        graph.edges.push_back({{from, "output"}, {id, "input"}, Json::object()});
}

} // namespace netsmith::test
