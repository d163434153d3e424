#pragma once

#include "engine/inspect/measures/layer_measures.h"

#include <memory>

namespace netsmith::inspect {

/// What a training did so far, in memory that does not grow with its length.
class TrainingHistory {
public:
    /// A step, or the mean of some that follow each other.
    struct Step {
        std::int64_t step = 0; ///< the last of them, from 1
        double loss = 0.0; ///< of their samples
    };
    struct Epoch {
        std::int64_t epoch = 0; ///< from 1
        std::int64_t step = 0; ///< done at its end
        double loss = 0.0; ///< of the training samples
        std::optional<double> validated{}; ///< of the validation samples
    };

    void addStep(std::int64_t step, double loss);
    void addEpoch(const Epoch& epoch) { m_epochs.push_back(epoch); }
    void addMeasures(std::shared_ptr<const StepMeasures> measures);
    /// This step made a NaN or an infinity.
    void diverged(std::int64_t step) { m_diverged = step; }

    /// The first one alone, the others in groups of equal size, all but the last.
    const std::vector<Step>& steps() const { return m_steps; }
    std::int64_t stepCount() const { return m_count; }
    const std::vector<Epoch>& epochs() const { return m_epochs; }
    /// The last few, the oldest first.
    const std::vector<std::shared_ptr<const StepMeasures>>& measures() const { return m_measures; }
    /// The largest part of their size by which a measured step changed the weights of the median layer.
    double largestUpdate() const { return m_largestUpdate; }
    const std::optional<std::int64_t>& divergedAt() const { return m_diverged; }

private:
    std::vector<Step> m_steps;
    std::vector<Epoch> m_epochs;
    std::vector<std::shared_ptr<const StepMeasures>> m_measures;
    std::optional<std::int64_t> m_diverged;
    double m_largestUpdate = 0.0;
    std::int64_t m_count = 0;
    std::int64_t m_group = 1; ///< the steps of each of `m_steps`
    std::int64_t m_inLast = 0; ///< those of the last one so far
};

} // namespace netsmith::inspect
