#include "tests/engine/plan/training_fixture.h"

#include "engine/backend/loader.h"
#include "engine/core/philox.h"
#include "engine/data/source.h"
#include "tests/sample_project.h"

#include <cstring>
#include <numeric>

namespace netsmith::test {

bool hasDevice(const std::string& device)
{
    return backendFor(device).hasValue();
}

Project sample(const std::string& name)
{
    return sampleProject(NETSMITH_SOURCE_DIR "/projects", name);
}

std::vector<FieldType> fieldsOf(const Project& project)
{
    std::vector<FieldType> fields;
    for (const data::FieldSpec& field : data::sourceFor(project.data, {})->fields())
        fields.push_back({field.name, field.shape, field.type, field.classes});
    return fields;
}

SmallTraining::SmallTraining(const Project& project, const std::string& device, const PlanOptions& options,
                             const CompileOptions& compile)
    : SmallTraining(project, *backendFor(device).take(), options, compile)
{
}

SmallTraining::SmallTraining(const Project& project, Backend& backend, const PlanOptions& options, const CompileOptions& compile)
{
    const std::vector<FieldType> fields = fieldsOf(project);
    m_plan = buildPlan({project, catalog(), fields}, options);
    m_state = backend.createState(m_plan).take();
    m_executable = backend.compile(m_plan, *m_state, compile).take();

    std::vector<float> weights(static_cast<std::size_t>(m_plan.parameters.elements));
    for (const Segment& segment : m_plan.parameters.segments)
        std::ranges::copy(drawInitial(segment.initializer, segment.shape, options.seed, segment.id),
                          weights.begin() + segment.offset);
    m_state->writeArena(Arena::weights, std::span<const float>(weights)).take();
    std::vector<float> statistics(static_cast<std::size_t>(m_plan.statistics.elements));
    for (const Segment& segment : m_plan.statistics.segments)
        std::fill_n(statistics.begin() + segment.offset, segment.elements(), segment.constant);
    m_state->writeArena(Arena::statistics, std::span<const float>(statistics)).take();

    const std::int64_t count = 8 * options.batch;
    m_order.resize(static_cast<std::size_t>(count));
    std::iota(m_order.begin(), m_order.end(), 0);
    m_fields.resize(fields.size());
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const FieldType& field = fields[i];
        m_fields[i].resize(static_cast<std::size_t>(count * field.shape.elements()) * sizeOf(field.type));
        RandomStream random(7, i);
        for (std::byte& byte : m_fields[i])
            byte = static_cast<std::byte>(random.below(field.classes > 0 ? static_cast<std::uint32_t>(field.classes) : 256));
        if (field.type == DataType::i32 && field.classes > 0) // four bytes are one class
            for (std::size_t at = 0; at < m_fields[i].size(); at += sizeof(std::int32_t)) {
                const std::uint32_t value = random.below(static_cast<std::uint32_t>(field.classes));
                std::memcpy(&m_fields[i][at], &value, sizeof value);
            }
        if (field.type == DataType::f32) // arbitrary bytes may be a NaN
            for (std::size_t at = 0; at < m_fields[i].size(); at += sizeof(float)) {
                const auto value = static_cast<float>(2.0 * random.uniform() - 1.0);
                std::memcpy(&m_fields[i][at], &value, sizeof value);
            }
        for (const std::string stream : {"train/", "evaluate/"})
            m_state->bind(stream + field.name, {field.type, count, field.shape.elements(), m_fields[i].data()}).take();
    }
    for (const std::string stream : {"train/order", "evaluate/order"})
        m_state->bind(stream, {DataType::i32, count, 1, m_order.data()}).take();
}

std::vector<float> SmallTraining::run(std::vector<int> programs, int steps, float rate)
{
    std::vector<float> metrics(static_cast<std::size_t>(steps) * m_plan.columns.size());
    const std::vector<float> rates(static_cast<std::size_t>(steps), rate);
    const int done = m_executable->run(programs, steps, rates, metrics).take();
    metrics.resize(static_cast<std::size_t>(done) * m_plan.columns.size());
    return metrics;
}

std::vector<float> SmallTraining::train(int steps, float rate)
{
    return run({m_plan.programIndex(programs::forwardBackward), m_plan.programIndex(programs::update)}, steps, rate);
}

std::vector<float> SmallTraining::evaluate(int steps)
{
    return run({m_plan.programIndex(programs::evaluate)}, steps, 0.0f);
}

std::vector<double> SmallTraining::arena(Arena arena)
{
    const bool isStatistic = arena == Arena::statistics || arena == Arena::staged;
    std::vector<double> out(static_cast<std::size_t>(isStatistic ? m_plan.statistics.elements : m_plan.parameters.elements));
    m_state->readArena(arena, std::span<double>(out)).take();
    return out;
}

} // namespace netsmith::test
