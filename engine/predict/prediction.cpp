#include "engine/predict/prediction.h"

#include "engine/backend/loader.h"
#include "engine/catalog/catalog.h"
#include "engine/predict/field_types.h"

#include <algorithm>

namespace netsmith {

Predictor::Predictor(const std::filesystem::path& run, const std::string& device, std::int64_t batch,
                     const std::vector<std::string>& layers)
    : m_saved(openSavedRun(run, device))
{
    const Project& project = m_saved.project;
    // As in training: the data may no longer be available.
    const std::vector<data::FieldSpec>& specs = m_saved.record.fields;
    m_checked = std::make_unique<CheckedProject>(project, catalog(), fieldTypes(specs));
    const NetworkRequest request{
        *m_checked, precisionFrom(project.training.precision), {.fuse = m_saved.record.fuse}, {programs::predict}, layers};
    Backend& backend = *backendFor(project.training.device).take();
    m_network = std::make_unique<CompiledNetwork>(backend, request, std::vector{std::min(project.training.batch, batch)});
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
