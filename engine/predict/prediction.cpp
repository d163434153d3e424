#include "engine/predict/prediction.h"

#include "engine/backend/loader.h"
#include "engine/catalog/catalog.h"
#include "engine/predict/field_types.h"
#include "engine/predict/memory_check.h"
#include "engine/predict/size_text.h"

#include <algorithm>

namespace netsmith {

Predictor::Predictor(const std::filesystem::path& run, const std::string& device, std::int64_t batch,
                     const std::vector<std::string>& layers)
    : m_saved(openSavedRun(run, device))
{
    compile(std::min(m_saved.project.training.batch, batch), layers);
}

Predictor::Predictor(SavedRun saved, std::int64_t batch, const std::vector<std::string>& layers)
    : m_saved(std::move(saved))
{
    compile(batch, layers);
}

/// What anyone may have made must not claim more memory than it has a reason to.
void Predictor::checkPacked(Backend& backend, const NetworkRequest& request, std::int64_t batch) const
{
    const LogicalPlan plan = planFor(request, batch);
    checkWeights(plan, m_saved.checkpoint.weights, m_saved.checkpoint.folder.string());
    constexpr double always = 256 << 20; // bytes that need no estimate, which takes as long as compiling
    double most = 0.0;
    for (const TensorInfo& tensor : plan.tensors)
        most += static_cast<double>(tensor.shape.elements()) * static_cast<double>(sizeOf(tensor.type));
    if (most <= always)
        return;
    const MemoryUse use = estimateMemory(backend, request, {batch});
    const std::vector<DeviceInfo> devices = backend.devices();
    if (!devices.empty() && use.total() > devices.front().memoryFree)
        throw Error(ErrorKind::resources,
                    NS_MESSAGE("predict.memory",
                               "predicting with {0} in batches of {1:sample|samples} needs {2}, but {3} has {4} free; choose a "
                               "smaller batch or close other programs"),
                    m_saved.checkpoint.folder.string(), batch, sizeText(use.total()), devices.front().id,
                    sizeText(devices.front().memoryFree));
}

void Predictor::compile(std::int64_t batch, const std::vector<std::string>& layers)
{
    const Project& project = m_saved.project;
    // As in training: the data may no longer be available.
    const std::vector<data::FieldSpec>& specs = m_saved.record.fields;
    if (specs.empty())
        throw Error(
            ErrorKind::input,
            NS_MESSAGE("predict.fields", "{0} does not say what the fields of its data are, so it can't predict; train it again"),
            m_saved.checkpoint.folder.string());
    m_checked = std::make_unique<CheckedProject>(project, catalog(), fieldTypes(specs));
    const NetworkRequest request{
        *m_checked, precisionFrom(project.training.precision), {.fuse = m_saved.record.fuse}, {programs::predict}, layers};
    Backend& backend = *backendFor(project.training.device).take();
    if (m_saved.isPacked)
        checkPacked(backend, request, batch);
    m_network = std::make_unique<CompiledNetwork>(backend, request, std::vector{batch});
    restoreWeights(m_network->state(), m_network->plan(), m_saved.checkpoint.weights, m_saved.checkpoint.folder.string());
    m_saved.checkpoint.weights = {}; // they are in the network now
    m_prediction = std::make_unique<NetworkPrediction>(*m_network, project, specs);
    for (const std::string& layer : layers)
        if (layer != everyLayer
            && std::ranges::find(m_prediction->outputs(), layer, &PredictedOutput::node) == m_prediction->outputs().end())
            throw Error(
                ErrorKind::input,
                NS_MESSAGE("predict.layer", "no layer \"{0}\" is computed for a prediction; name a layer of the network by its id"),
                layer);
}

} // namespace netsmith
