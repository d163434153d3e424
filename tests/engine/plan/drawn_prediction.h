#pragma once

#include "engine/core/philox.h"
#include "engine/graph/specs/initializer.h"
#include "tests/engine/plan/step_training.h"

namespace netsmith::test {

/// Fills the arenas with numbers drawn by a seed; statistics, which include variances, are near their initial values.
inline void writeWeights(State& state, const LogicalPlan& plan, std::uint64_t seed)
{
    RandomStream random(seed, 3);
    for (const Segment& segment : plan.parameters.segments) {
        std::vector<float> values = drawInitial(segment.initializer, segment.shape, seed, segment.id);
        for (float& value : values)
            value += static_cast<float>(random.uniform(-0.1, 0.1));
        state.writePart(Arena::weights, segment.offset, std::span<const float>(values)).take();
        if (plan.averages)
            state.writePart(Arena::average, segment.offset, std::span<const float>(values)).take();
    }
    for (const Segment& segment : plan.statistics.segments) {
        Values values(static_cast<std::size_t>(segment.elements()));
        for (double& value : values)
            value = segment.constant + random.uniform(-0.4, 0.4);
        state.writePart(Arena::statistics, segment.offset, std::span<const double>(values)).take();
    }
}

/// The program `predict` of a project's network over a state of its own or of another.
class Prediction {
public:
    Prediction(const Project& project, const std::vector<FieldType>& fields, std::int64_t batch, Precision precision,
               State* state = nullptr, bool fuse = true)
        : plan(buildPlan({project, catalog(), fields}, {.batch = batch, .precision = precision, .programs = {programs::predict}}))
    {
        Backend& backend = *backendFor("cpu").take();
        if (!state)
            m_own = backend.createState(plan).take();
        m_state = state ? state : m_own.get();
        executable = backend.compile(plan, *m_state, {.fuse = fuse}).take();
    }

    State& state() { return *m_state; }

    /// For samples drawn by a seed.
    Values outputs(std::uint64_t seed)
    {
        RandomStream random(seed, 4);
        for (const TensorId input : plan.predictInputs) {
            const TensorInfo& info = plan.tensor(input);
            Values values(static_cast<std::size_t>(info.shape.elements()));
            for (double& value : values)
                value = random.uniform(0.0, 4.0); // a token is the integer below
            executable->write(input, values).take();
        }
        executable->run(std::array{plan.programIndex(programs::predict)}, 1, {}, {}).take();
        Values all;
        for (const TensorId output : plan.predictions) {
            Values out(static_cast<std::size_t>(plan.tensor(output).shape.elements()));
            executable->read(output, out).take();
            all.insert(all.end(), out.begin(), out.end());
        }
        return all;
    }

    LogicalPlan plan;
    std::unique_ptr<Executable> executable;

private:
    std::unique_ptr<State> m_own;
    State* m_state = nullptr;
};

} // namespace netsmith::test
