#pragma once

#include "engine/input/sample_reading.h"

#include <mutex>

namespace netsmith::runner {

/// A packed model that predicts on this machine's processor, for any number of threads: they take turns, and each prediction uses
/// all cores.
class PackedNetwork {
public:
    /// `batch`: how many samples are computed at a time; 0: as `netsmith-cli predict` does, which gives the same bits. 1 answers
    /// single samples soonest. Throws what `readPackedModel` and `Predictor` say.
    explicit PackedNetwork(const std::filesystem::path& file, std::int64_t batch = 0);

    std::int64_t batch() const { return m_predictor.network().batch(); }
    /// See `data::describe`.
    const Json& description() const { return m_description; }
    /// How files are read as its samples.
    const data::SampleReading& reading() const { return m_reading; }
    const std::vector<data::FieldSpec>& inputs() const { return m_reading.inputs; }
    const std::vector<PredictedOutput>& outputs() const { return m_predictor.outputs(); }

    /// See `NetworkPrediction::predict`.
    std::vector<std::vector<float>> predict(std::span<const data::Field> samples, std::int64_t count = 0);

private:
    Predictor m_predictor;
    Json m_description;
    data::SampleReading m_reading;
    std::mutex m_turn;
};

} // namespace netsmith::runner
