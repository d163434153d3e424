#include "engine/train/evaluated_network.h"

#include "engine/backend/loader.h"
#include "engine/catalog/catalog.h"
#include "engine/predict/field_types.h"
#include "engine/predict/memory_check.h"
#include "engine/store/arena_arrays.h"
#include "engine/train/data_placement.h"
#include "engine/train/evaluation.h"
#include "engine/train/setup.h"

namespace netsmith::train {

EvaluatedNetwork::EvaluatedNetwork(const SavedRun& saved, const data::DataSplit& split, std::span<const std::int32_t> samples)
    : m_checked(saved.project, catalog(), fieldTypes(split))
    , m_count(std::ssize(samples))
{
    const Project& project = m_checked.project();
    const NetworkRequest request{
        m_checked, precisionFrom(project.training.precision), {.fuse = saved.record.fuse}, {programs::evaluate}};
    const std::int64_t batch = std::min(project.training.batch, m_count);
    std::vector<std::int64_t> batches{batch};
    if (m_count % batch != 0)
        batches.push_back(m_count % batch);
    Backend& backend = *backendFor(project.training.device).take();
    const DeviceInfo device = deviceNamed(backend, project.training.device);
    m_device = device.id;
    checkMemory(backend, device, request, batches);
    m_network = std::make_unique<CompiledNetwork>(backend, request, batches);
    m_metrics = MetricTable(m_network->plan(), project);
    setWeights(saved.checkpoint.weights, saved.checkpoint.folder.string());
    m_network->bind("evaluate", split, samples, placeData(extentOf(split, false), batch, device).window);
}

void EvaluatedNetwork::setWeights(const SafetensorsFile& weights, std::string_view file)
{
    restoreWeights(m_network->state(), m_network->plan(), weights, file);
}

std::optional<std::vector<double>> EvaluatedNetwork::sums(const std::stop_token& stop)
{
    return evaluateSums(*m_network, m_count, m_pacer, stop);
}

} // namespace netsmith::train
