#pragma once

#include "engine/train/next_step.h"
#include "engine/train/setup.h"
#include "engine/train/trainer/launch_pacer.h"

namespace netsmith::twin {

/// One of the two: a training that takes a trainer's steps one at a time, and whose layers can be inspected in between. Not
/// movable.
class TwinCopy {
public:
    /// Throws what `TrainingSetup` says.
    TwinCopy(Project project, train::LoadedData data, Backend& backend, bool fuse, const PreparingWatch& watch);

    const train::TrainingSetup& setup() const { return m_setup; }
    const LogicalPlan& plan() { return m_setup.network().plan(); }
    Precision precision() { return plan().precision; }

    std::int64_t steps() const { return control::stepsTaken(m_counters); }
    std::int64_t skipped() const { return m_counters[control::skipped]; }
    /// Of the next step, if the precision needs one.
    std::optional<double> lossScale();
    /// The factor of the copy's gradients relative to those of a sum of losses in FP32.
    double gradientScale();

    std::int64_t samplesLeft() const { return m_setup.data().trainCount() - m_counters[control::position]; }
    /// The persistent state.
    struct Lasting {
        std::vector<std::pair<Arena, std::vector<double>>> arenas;
        std::map<std::string, std::vector<double>> statistics; ///< another format may have others
        std::array<std::int64_t, control::counterCount> counters{};
        std::vector<std::int64_t> groupSteps;
        std::vector<double> sums;
    };
    Lasting lasting();
    /// Copies it from another copy of the project, within this epoch.
    void goOn(const Lasting& from, std::int64_t epoch);

    /// Switches to an epoch's order, from 0.
    void beginEpoch(std::int64_t epoch);
    /// The mean loss of the epoch so far, of the validation samples if there are any.
    double epochLoss();
    /// Takes a step of a phase with the learning rate of each update group; its mean loss, or nothing if it produced a NaN or an
    /// infinity and changed nothing.
    std::optional<double> step(std::span<const double> rates, std::size_t phase);

    /// Runs the next batch forward and backward without changing persistent state; a full batch must be left.
    void look();
    /// Numbers of a tensor as they were in that batch.
    std::vector<double> read(TensorId tensor);
    /// A whole arena: weights, or the gradients of that batch.
    std::vector<double> read(Arena arena);
    void writeWeights(std::span<const double> values);

private:
    train::TrainingSetup m_setup;
    LogicalPlan m_observedPlan;
    std::unique_ptr<Executable> m_observed; ///< of full batches; after the setup, whose state it uses
    train::LaunchPacer m_pacer;
    std::array<std::int64_t, control::counterCount> m_counters{};
    std::vector<std::int64_t> m_groupSteps;
    std::vector<double> m_sums; ///< of the epoch
};

} // namespace netsmith::twin
