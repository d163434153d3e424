#include "engine/cli/training_steps.h"

#include "engine/data/order.h"
#include "engine/train/catalog.h"

#include <algorithm>
#include <array>

namespace netsmith::cli {
namespace {

float rateOf(const Component& optimizer)
{
    return static_cast<float>(train::catalog().optimizers->find(optimizer.id)->learningRate(optimizer.parameters));
}

} // namespace

TrainingSteps::TrainingSteps(Project project, bool fuse, Backend& backend, data::DataSplit data)
    : m_project(std::move(project))
    , m_data(std::move(data))
    , m_fields(train::fieldTypes(m_data))
    , m_order(data::epochOrder(m_data.count(), static_cast<std::uint64_t>(m_project.training.seed), 0))
    , m_network(backend, {m_project, m_fields, train::precisionFrom(m_project.training.precision), fuse},
                {m_project.training.batch})
    , m_rate(rateOf(m_project.training.optimizer))
{
    if (m_network.batch() > m_data.count())
        throw Error(ErrorKind::input,
                    NS_MESSAGE("cli.batch", "a batch of {0} is more than the {1} samples there are; choose a smaller one"),
                    m_network.batch(), m_data.count());
    m_network.bind("train", m_data, m_order);
    m_network.drawWeights();
}

std::vector<double> TrainingSteps::run(int steps)
{
    const train::CompiledNetwork::Sized& network = m_network.at(m_network.batch());
    const std::array programs{network.forwardBackward, network.update};
    const std::size_t columns = network.plan.columns.size();
    std::vector<double> losses;
    while (losses.size() < static_cast<std::size_t>(steps)) {
        if (m_position + m_network.batch() > m_data.count())
            m_position = 0;
        const std::int64_t left = (m_data.count() - m_position) / m_network.batch();
        const int count = m_pacer.next(std::min(left, steps - static_cast<std::int64_t>(losses.size())));
        const std::array<std::int64_t, control::counterCount> counters{m_steps, m_position, m_steps * m_network.batch(), 0};
        m_network.state().writeCounters("train", counters).take();
        const std::vector<float> rates(static_cast<std::size_t>(count), m_rate);
        std::vector<float> metrics(static_cast<std::size_t>(count) * columns);
        const train::Stopwatch watch;
        const int done = network.executable->run(programs, count, rates, metrics).take();
        m_pacer.took(count, watch.seconds());
        if (done < count)
            throw Error(ErrorKind::diverged,
                        NS_MESSAGE("cli.diverged", "step {0} made a NaN or an infinity; choose a smaller learning rate"),
                        m_steps + done + 1);
        // The first two columns are the first objective's sum and samples.
        for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
            losses.push_back(static_cast<double>(metrics[i * columns]) / static_cast<double>(metrics[i * columns + 1]));
        m_steps += count;
        m_position += count * m_network.batch();
    }
    return losses;
}

std::vector<KernelInfo> TrainingSteps::kernels() const
{
    const train::CompiledNetwork::Sized& network = m_network.at(m_network.batch());
    std::vector<KernelInfo> all;
    for (const int program : {network.forwardBackward, network.update})
        for (KernelInfo& kernel : network.executable->kernels(program))
            all.push_back(std::move(kernel));
    return all;
}

} // namespace netsmith::cli
