#pragma once

#include "engine/inspect/embeddings/layer_outputs.h"

namespace netsmith::inspect {

/// How many steps of a sequence are not padding.
class ValidSteps {
public:
    /// Of the first of the inputs that is a sequence.
    ValidSteps(std::span<const data::FieldSpec> inputs, const data::DataSplit& split);

    /// Of every sample, with its padding; 0: no input is a sequence.
    std::int64_t steps() const { return m_field ? m_field->spec.shape[0] : 0; }
    std::int64_t of(std::int32_t sample) const;

private:
    const data::Field* m_field = nullptr;
    const data::Field* m_lengths = nullptr;
};

/// Reads what samples are, and what the network takes them for.
class TargetReader {
public:
    TargetReader(std::span<const PredictedOutput> outputs, const data::DataSplit& split);

    /// Whether each step of a sequence has a target.
    bool hasSteps() const { return m_output && m_hasSteps; }
    /// `outputs`: the network's for some samples, of which this one is at `place`.
    void add(std::int32_t sample, const std::vector<std::vector<float>>& outputs, std::size_t place);
    KnownTargets take() { return std::move(m_known); }

private:
    std::size_t stepOf(std::int32_t sample) const;

    KnownTargets m_known;
    const data::Field* m_field = nullptr; ///< of the targets
    const data::Field* m_lengths = nullptr;
    const PredictedOutput* m_output = nullptr; ///< null: predicts something else
    std::size_t m_outputNumber = 0;
    bool m_hasSteps = false;
};

} // namespace netsmith::inspect
