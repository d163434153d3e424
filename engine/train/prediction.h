#pragma once

#include "engine/data/dataset.h"
#include "engine/train/compiled_network.h"
#include "engine/train/saved_run.h"

namespace netsmith::train {

/// A trained network that answers: a run's weights on a device, loaded once.
class Predictor {
public:
    struct Output {
        std::string node; ///< whose output it is
        Shape shape; ///< of one sample
        std::vector<std::string> classNames; ///< of what it was trained to tell; may be empty
    };

    /// The run's newest checkpoint, or the one named; `device` empty: the run's. Throws what `openSavedRun` says.
    explicit Predictor(const std::filesystem::path& run, const std::string& device = {});
    Predictor(const Predictor&) = delete;
    Predictor& operator=(const Predictor&) = delete;

    const std::filesystem::path& checkpoint() const { return m_saved.checkpoint.folder; }
    const std::vector<data::FieldSpec>& inputs() const { return m_inputs; }
    const std::vector<Output>& outputs() const { return m_outputs; }

    /// What the network makes of samples as the data set holds them (u8 pixels, say): one field for each input, in its order and of
    /// one count. Each output's numbers, sample by sample. Throws `predict.input` where a field does not fit.
    std::vector<std::vector<float>> predict(std::span<const data::Field> samples);

private:
    void fill(const data::Field& field, TensorId tensor, std::int64_t first, std::int64_t count);

    SavedRun m_saved;
    std::vector<FieldType> m_fields;
    std::vector<data::FieldSpec> m_inputs;
    std::vector<Output> m_outputs;
    std::unique_ptr<CompiledNetwork> m_network;
    std::vector<double> m_numbers;
};

} // namespace netsmith::train
