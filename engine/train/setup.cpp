#include "engine/train/setup.h"

#include "engine/data/order.h"
#include "engine/train/catalog.h"
#include "engine/train/schedules/registry.h"

#include <algorithm>
#include <cmath>

namespace netsmith::train {

DeviceInfo deviceNamed(Backend& backend, std::string_view name)
{
    std::vector<DeviceInfo> devices = backend.devices();
    if (devices.empty())
        throw Error(ErrorKind::input, NS_MESSAGE("device.none", "the backend \"{0}\" has no device here; choose another one"),
                    backend.name());
    const auto found = std::ranges::find(devices, name, &DeviceInfo::id);
    return found == devices.end() ? devices.front() : *found;
}

std::vector<double> objectiveWeights(const Project& project)
{
    std::vector<double> weights;
    for (const Objective& objective : project.training.objectives)
        weights.push_back(objective.weight);
    return weights;
}

TrainingSetup::TrainingSetup(Project project, LoadedData loaded, Backend& backend, bool fuse, const PreparingWatch& watch)
    : m_project(std::move(project))
    , m_data(divideData(m_project, std::move(loaded)))
    , m_device(deviceNamed(backend, m_project.training.device))
    , m_fields(checkedFields())
{
    checkBatch();
    const TrainingSettings& training = m_project.training;
    m_baseRate = catalog().optimizers->find(training.optimizer.id)->learningRate(training.optimizer.parameters);
    learningRate(0);
    learningRate(std::max<std::int64_t>(totalSteps() - 1, 0));

    const NetworkRequest request{m_project, m_fields, precisionFrom(training.precision), fuse};
    for (const PrecisionSupport& support : m_device.precisions)
        if (support.precision == request.precision && support.available && support.note)
            m_warnings.emplace_back(NS_MESSAGE("precision.note", "{0} on {1}: {2}"), training.precision, m_device.id,
                                    *support.note);

    const std::vector<std::int64_t> batches = batchesFor(batch(), m_data.trainCount(), m_data.validationCount());
    m_memory = checkMemory(backend, m_device, request, batches, watch);
    m_memory.data = std::max(m_memory.data, m_data.bytes());
    m_network = std::make_unique<CompiledNetwork>(backend, request, batches, watch);
    watch.throwIfStopped();
    m_metrics = MetricTable(m_network->plan(), objectiveWeights(m_project));
    m_network->bind("train", m_data.trainSplit(), m_data.train);
    if (validates())
        m_network->bind("evaluate", m_data.validationSplit(), m_data.validation);
}

std::vector<FieldType> TrainingSetup::checkedFields()
{
    std::vector<FieldType> fields = fieldTypes(m_data.trainSplit());
    for (const Problem& problem : checkProject(m_project, fields).problems) {
        if (problem.severity == Severity::error)
            throw Error(ErrorKind::input, problem.message);
        m_warnings.push_back(problem.message);
    }
    return fields;
}

void TrainingSetup::checkBatch() const
{
    if (batch() > m_data.trainCount())
        throw Error(ErrorKind::input,
                    NS_MESSAGE("train.batch", "a batch of {0} is more than the {1} training samples there are; choose at most {1}"),
                    batch(), m_data.trainCount());
}

double TrainingSetup::learningRate(std::int64_t step) const
{
    const Component& schedule = m_project.training.schedule;
    const double rate = schedules().find(schedule.id)->rate(schedule.parameters, m_baseRate, step, totalSteps());
    if (!std::isfinite(rate) || rate < 0.0)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("train.rate", "the learning rate at step {0} would be {1}; choose a number above 0"), step + 1,
                    rate);
    return rate;
}

void TrainingSetup::beginEpoch(std::int64_t epoch)
{
    const auto seed = static_cast<std::uint64_t>(m_project.training.seed);
    m_order = m_project.data.shuffle ? data::epochOrder(m_data.train, seed, static_cast<std::uint32_t>(epoch)) : m_data.train;
    m_network->bindOrder("train", m_order);
}

} // namespace netsmith::train
