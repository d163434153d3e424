#include "engine/cli/training_steps.h"

#include "engine/data/order.h"
#include "engine/train/catalog.h"

#include <algorithm>
#include <array>

namespace netsmith::cli {

TrainingSteps::TrainingSteps(const Project& project, const PlanOptions& options, Backend& backend, data::DataSplit data)
    : m_plan(buildPlan(project, train::catalog(), train::fieldTypes(data), options))
    , m_data(std::move(data))
    , m_order(data::epochOrder(m_data.count(), options.seed, 0))
    , m_rate(train::catalog().optimizers->find(project.training.optimizer.id)->learningRate(project.training.optimizer.parameters))
    , m_programs{m_plan.programIndex(programs::forwardBackward), m_plan.programIndex(programs::update)}
{
    if (m_plan.batch > m_data.count())
        throw Error(ErrorKind::input,
                    NS_MESSAGE("cli.batch", "a batch of {0} is more than the {1} samples there are; choose a smaller one"),
                    m_plan.batch, m_data.count());
    const CompileOptions compile{.fuse = options.fuse};
    m_state = backend.createState(m_plan).take();
    m_executable = backend.compile(m_plan, *m_state, compile).take();
    bindData();
    drawWeights();
}

void TrainingSteps::bindData()
{
    for (const data::Field& field : m_data.fields) {
        const std::string name = "train/" + field.spec.name;
        if (m_plan.findTensor(name) != noTensor)
            m_state->bind(name, {field.spec.type, field.count, field.spec.shape.elements(), field.bytes.get()}).take();
    }
    m_state->bind("train/order", {DataType::i32, static_cast<std::int64_t>(m_order.size()), 1, m_order.data()}).take();
}

void TrainingSteps::drawWeights()
{
    std::vector<float> weights(static_cast<std::size_t>(m_plan.parameters.elements), 0.0f);
    for (const Segment& segment : m_plan.parameters.segments)
        std::ranges::copy(drawInitial(segment.initializer, segment.shape, m_plan.seed, segment.id),
                          weights.begin() + segment.offset);
    m_state->writeArena(Arena::weights, std::span<const float>(weights)).take();
    std::vector<float> statistics(static_cast<std::size_t>(m_plan.statistics.elements), 0.0f);
    for (const Segment& segment : m_plan.statistics.segments)
        std::fill_n(statistics.begin() + segment.offset, segment.elements(), segment.constant);
    m_state->writeArena(Arena::statistics, std::span<const float>(statistics)).take();
}

std::vector<double> TrainingSteps::run(int steps, int launch)
{
    std::vector<double> losses;
    const std::size_t columns = m_plan.columns.size();
    while (static_cast<int>(losses.size()) < steps) {
        const std::int64_t left = (m_data.count() - m_position) / m_plan.batch;
        if (left == 0) {
            m_position = 0;
            continue;
        }
        const int count = static_cast<int>(std::min<std::int64_t>({left, launch, steps - static_cast<int>(losses.size())}));
        const std::array<std::int64_t, control::counterCount> counters{m_steps, m_position, m_steps * m_plan.batch, 0};
        m_state->writeCounters("train", counters).take();
        const std::vector<float> rates(static_cast<std::size_t>(count), static_cast<float>(m_rate));
        std::vector<float> metrics(static_cast<std::size_t>(count) * columns);
        const int done = m_executable->run(m_programs, count, rates, metrics).take();
        if (done < count)
            throw Error(ErrorKind::diverged,
                        NS_MESSAGE("cli.diverged", "step {0} made a NaN or an infinity; choose a smaller learning rate"),
                        m_steps + done + 1);
        // The first two columns are the first objective's sum and samples.
        for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
            losses.push_back(static_cast<double>(metrics[i * columns]) / static_cast<double>(metrics[i * columns + 1]));
        m_steps += count;
        m_position += count * m_plan.batch;
    }
    return losses;
}

std::vector<KernelInfo> TrainingSteps::kernels() const
{
    std::vector<KernelInfo> all;
    for (const int program : m_programs) {
        std::vector<KernelInfo> part = m_executable->kernels(program);
        std::ranges::move(part, std::back_inserter(all));
    }
    return all;
}

} // namespace netsmith::cli
