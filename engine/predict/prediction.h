#pragma once

#include "engine/predict/network_prediction.h"
#include "engine/predict/saved_run.h"

namespace netsmith {

/// A trained network for prediction: the weights of a run or of a packed model on a device, loaded once.
class Predictor {
public:
    using Output = PredictedOutput;
    /// At most: few enough for their memory not to matter, and enough to keep the cores busy.
    static constexpr std::int64_t usualBatch = 64;

    /// The run's result (see `openSavedRun`), or the checkpoint named; `device` empty: the run's. Throws what `openSavedRun` says.
    /// `batch`: at most this many samples at a time, for which it is compiled.
    /// `layers`: further layers whose outputs are returned after the network's own, by their ids, within blocks "block/layer", or
    /// `everyLayer`.
    explicit Predictor(const std::filesystem::path& run, const std::string& device = {}, std::int64_t batch = usualBatch,
                       const std::vector<std::string>& layers = {});
    /// The same for one that was opened, compiled for exactly this batch. The weights of a packed model are compared with its graph
    /// before memory is taken for either; also throws `predict.memory` if that needs more than there is.
    explicit Predictor(SavedRun saved, std::int64_t batch, const std::vector<std::string>& layers = {});
    Predictor(const Predictor&) = delete;
    Predictor& operator=(const Predictor&) = delete;

    const std::filesystem::path& checkpoint() const { return m_saved.checkpoint.folder; }
    /// The step of its weights.
    std::int64_t step() const { return control::stepsTaken(m_saved.checkpoint.state.position.counters); }
    /// The run's, or what a packed model holds of it.
    const RunRecord& record() const { return m_saved.record; }
    std::int64_t epochsDone() const { return m_saved.checkpoint.state.position.epoch; }
    const CheckedProject& checked() const { return *m_checked; }
    CompiledNetwork& network() { return *m_network; }
    const CompiledNetwork& network() const { return *m_network; }
    const NetworkPrediction& prediction() const { return *m_prediction; }
    const std::vector<data::FieldSpec>& inputs() const { return m_prediction->inputs(); }
    const std::vector<Output>& outputs() const { return m_prediction->outputs(); }

    /// The data that it was trained on.
    const DataSettings& settings() const { return m_saved.project.data; }
    const Project& project() const { return m_saved.project; }

    /// See `NetworkPrediction::predict`.
    std::vector<std::vector<float>> predict(std::span<const data::Field> samples, std::int64_t count = 0)
    {
        return m_prediction->predict(samples, count);
    }

private:
    void compile(std::int64_t batch, const std::vector<std::string>& layers);
    void checkPacked(Backend& backend, const NetworkRequest& request, std::int64_t batch) const;

    SavedRun m_saved;
    std::unique_ptr<CheckedProject> m_checked;
    std::unique_ptr<CompiledNetwork> m_network;
    std::unique_ptr<NetworkPrediction> m_prediction;
};

} // namespace netsmith
