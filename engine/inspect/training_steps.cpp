#include "engine/inspect/training_steps.h"

#include "engine/catalog/catalog.h"
#include "engine/data/order.h"
#include "engine/data/random_data.h"
#include "engine/predict/field_types.h"
#include "engine/train/kernel_times.h"
#include "engine/train/setup.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace netsmith::inspect {

namespace {

/// The samples with fields for the features, all zeros.
data::DataSplit withFeatures(data::DataSplit split, std::span<const CachedFeature> features)
{
    const std::int64_t count = split.count();
    for (const CachedFeature& feature : features) {
        const FieldType field = feature.field();
        data::NewField made = data::makeField({.name = field.name, .type = field.type, .shape = field.shape}, count);
        std::memset(made.bytes, 0, made.field.all().size());
        split.fields.push_back(std::move(made.field));
    }
    return split;
}

} // namespace

TrainingSteps::TrainingSteps(const Project& project, bool fuse, Backend& backend, data::DataSplit data, const PreparingWatch& watch,
                             std::vector<CachedFeature> features)
    : m_data(withFeatures(std::move(data), features))
    , m_project(project, catalog(), fieldTypes(m_data))
    , m_order(data::epochOrder(m_data.count(), static_cast<std::uint64_t>(project.training.seed), 0))
    , m_network(backend, {m_project, precisionFrom(project.training.precision), {.fuse = fuse}, {}, {}, std::move(features)},
                {project.training.batch}, watch)
    , m_rates(train::LearningRates(project.training, {}).ofOptimizers())
{
    if (m_network.batch() > m_data.count())
        throw Error(ErrorKind::input,
                    NS_MESSAGE("steps.batch", "a batch of {0} is more than the {1:sample|samples} available; choose a smaller one"),
                    m_network.batch(), m_data.count());
    const DeviceInfo device = train::deviceNamed(backend, project.training.device);
    const std::int64_t window = train::placeData(train::extentOf(m_data, true), m_network.batch(), device).window;
    m_network.bind("train", m_data, m_order, window);
    m_network.bind("evaluate", m_data, m_order, window);
    m_network.drawWeights();
}

int TrainingSteps::begin(std::string_view stream, const train::LaunchPacer& pacer, int most)
{
    if (m_position + m_network.batch() > m_data.count())
        m_position = 0;
    const std::int64_t left = (m_data.count() - m_position) / m_network.batch();
    const std::array<std::int64_t, control::counterCount> counters{m_steps, m_position, m_steps * m_network.batch(), 0};
    if (stream == "train")
        m_network.writeCounters(counters, std::vector(m_rates.size(), m_steps));
    else
        m_network.state().writeCounters(stream, counters).take();
    const int steps = pacer.next(m_network.stepsAtOnce(stream, std::min<std::int64_t>(left, most), m_network.batch()));
    m_network.stage(stream, m_position, steps * m_network.batch());
    return steps;
}

TrainingSteps::Launch TrainingSteps::launch(int most, std::vector<double>& losses)
{
    const std::vector<int> programs = network().step(1);
    const std::size_t columns = plan().columns.size();
    const int count = begin("train", m_pacer, most);
    std::vector<float> rates;
    for (const double rate : m_rates)
        rates.insert(rates.end(), static_cast<std::size_t>(count), static_cast<float>(rate));
    std::vector<float> metrics(static_cast<std::size_t>(count) * columns);
    const train::Stopwatch watch;
    const int done = network().executable->run(programs, count, rates, metrics).take();
    const Launch launched{count, watch.seconds()};
    m_pacer.took(count, launched.seconds);
    if (done < count)
        throw Error(ErrorKind::diverged,
                    NS_MESSAGE("steps.diverged", "step {0} produced a NaN or an infinity; choose a smaller learning rate"),
                    m_steps + done + 1);
    // The first two columns are the first objective's sum and samples.
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
        losses.push_back(static_cast<double>(metrics[i * columns]) / static_cast<double>(metrics[i * columns + 1]));
    m_steps += count;
    m_position += count * m_network.batch();
    return launched;
}

std::vector<double> TrainingSteps::run(int steps)
{
    std::vector<double> losses;
    while (losses.size() < static_cast<std::size_t>(steps))
        launch(steps - static_cast<int>(losses.size()), losses);
    return losses;
}

TrainingSteps::Launch TrainingSteps::launch()
{
    std::vector<double> losses;
    return launch(control::maximumSteps, losses);
}

TrainingSteps::Launch TrainingSteps::evaluate()
{
    const int count = begin("evaluate", m_evaluatePacer, control::maximumSteps);
    std::vector<float> metrics(static_cast<std::size_t>(count) * plan().columns.size());
    const int program = network().evaluate;
    const train::Stopwatch watch;
    network().executable->run(std::span(&program, 1), count, {}, metrics).take();
    const Launch launched{count, watch.seconds()};
    m_evaluatePacer.took(count, launched.seconds);
    m_position += count * m_network.batch();
    return launched;
}

TrainingSteps::Launch TrainingSteps::computeFeatures()
{
    begin("train", m_pacer, 1);
    const int program = plan().programIndex(programs::trainFeatures);
    const train::Stopwatch watch;
    network().executable->run(std::span(&program, 1), 1, {}, {}).take();
    return {1, watch.seconds()};
}

std::vector<KernelInfo> TrainingSteps::kernels() const
{
    std::vector<KernelInfo> all;
    for (const int program : {programs().forwardBackward, programs().update})
        for (KernelInfo& kernel : network().executable->kernels(program))
            all.push_back(std::move(kernel));
    return all;
}

std::vector<double> TrainingSteps::timeKernels()
{
    begin("train", m_pacer, 1);
    std::vector<double> seconds;
    for (const int program : {programs().forwardBackward, programs().update})
        for (const train::KernelTime& time : train::timeKernels(*network().executable, program))
            seconds.push_back(time.seconds);
    return seconds;
}

data::DataSplit noiseFor(const std::vector<data::FieldSpec>& fields, std::int64_t batch)
{
    return data::randomSplit(fields, std::max<std::int64_t>(batch * 16, 4096), 1);
}

} // namespace netsmith::inspect
