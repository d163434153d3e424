#pragma once

#include "engine/predict/compiled_network.h"
#include "engine/train/pruning/weight_removal.h"

namespace netsmith::train {

/// Sets weights to zero while a training goes on, see `PruningSchedule`. What it does depends on the step and on the weights alone,
/// so that a training that is resumed from a checkpoint does the same. The most important weight of each array stays.
class ScheduledPruning {
public:
    /// Both outlive it.
    ScheduledPruning(CompiledNetwork& network, const TrainingSettings& training, std::int64_t totalSteps);

    /// Whether more weights will become zero after this step.
    bool goesOn(std::int64_t step) const { return m_schedule.sparsity > 0.0 && step < m_last; }
    /// How many steps may be taken after this one before `follow` has to be called.
    std::int64_t stepsLeft(std::int64_t step) const;
    /// Sets weights to zero where it is time: after each launch. Throws what the device says.
    void follow(std::int64_t step);

    /// Whether it needs the weights that the training began with.
    bool comparesWithFirst() const;
    /// These are they, as they are in the network now.
    void rememberWeights();
    /// Those, of each array; none if they are not needed.
    std::span<std::vector<float>> remembered() { return m_remembered; }

private:
    std::vector<double> read(Arena arena, const Segment& segment) const;
    double timeOf(std::int64_t step) const;

    CompiledNetwork& m_network;
    const PruningSchedule& m_schedule;
    std::uint64_t m_seed;
    std::int64_t m_first; ///< the step after which it begins, and the one after which the share is reached
    std::int64_t m_last;
    std::vector<std::vector<float>> m_remembered; ///< of each pruned segment
};

} // namespace netsmith::train
