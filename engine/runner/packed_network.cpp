#include "engine/runner/packed_network.h"

#include "engine/backend/loader.h"
#include "engine/input/network_description.h"
#include "engine/predict/packed_model.h"

#include <algorithm>

namespace netsmith::runner {
namespace {

SavedRun openOnProcessor(const std::filesystem::path& file)
{
    SavedRun model = readPackedModel(file);
    model.project.training.device = hostBackend().take()->name();
    return model;
}

std::int64_t batchOf(const SavedRun& model, std::int64_t asked)
{
    return asked > 0 ? asked : std::min(model.project.training.batch, Predictor::usualBatch);
}

} // namespace

PackedNetwork::PackedNetwork(const std::filesystem::path& file, std::int64_t batch)
    : m_predictor([&] {
        SavedRun model = openOnProcessor(file);
        const std::int64_t size = batchOf(model, batch);
        return Predictor(std::move(model), size);
    }())
    , m_description(data::describe(m_predictor))
    , m_reading(data::readingFor(m_predictor))
{
}

std::vector<std::vector<float>> PackedNetwork::predict(std::span<const data::Field> samples, std::int64_t count)
{
    const std::lock_guard turn(m_turn);
    return m_predictor.predict(samples, count);
}

} // namespace netsmith::runner
