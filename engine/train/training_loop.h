#pragma once

#include "engine/store/checkpoint.h"
#include "engine/train/kernel_times.h"
#include "engine/train/next_step.h"
#include "engine/train/pruning/scheduled_pruning.h"
#include "engine/train/rank_orders.h"
#include "engine/train/setup.h"
#include "engine/train/trainer/events.h"
#include "engine/train/trainer/launch_pacer.h"

#include <functional>
#include <stop_token>

namespace netsmith::train {

/// The training itself, wherever its results go: steps, rates, phases, validation, and which epoch is best. It stands at a position
/// that can be put elsewhere, with the weights that belong there.
class TrainingLoop {
public:
    /// Both outlive it. `training` is that of the setup's project, or differs from it in nothing that the plan knows: rates,
    /// schedules, epochs, early stopping. Throws `train.monitor`.
    TrainingLoop(TrainingSetup& setup, const TrainingSettings& training, int stepsPerLaunch = 0);

    const TrainingPosition& at() const { return m_at; }
    /// Goes on from there.
    void setPosition(TrainingPosition position) { m_at = std::move(position); }
    std::int64_t step() const { return control::stepsTaken(m_at.counters); }
    /// How many of the epoch's samples are done.
    std::int64_t samplesDone() const { return m_at.counters[control::position]; }
    bool isAtEpochEnd() const { return samplesDone() >= m_setup.data().trainCount(); }
    /// The last epoch is done, or early stopping has waited enough.
    bool isOver() const;

    /// What an epoch measures, in the order of its row: "loss", "accuracy", "val_loss", …
    std::vector<std::string> measured() const;
    /// Which of these tells whether an epoch is better than another.
    const std::string& judgedBy() const { return m_judgedBy; }
    const LearningRates& learningRates() const { return m_rates; }
    /// Of the step that counted last, one an update group.
    std::vector<double> lastRates() const;
    /// Of the next step, where the precision needs one.
    std::optional<double> lossScale() const;
    NextStep nextStep() const;
    /// What sets weights to zero as it goes on.
    ScheduledPruning& pruning() { return m_pruning; }

    /// Binds the order of the epoch's samples, before its first launch and wherever it is gone on with.
    void beginEpoch();

    struct Launch {
        int ordered = 0; ///< steps
        int done = 0; ///< fewer where the next one made a NaN
        std::int64_t samples = 0; ///< of each step
        std::size_t phase = 0;
        double seconds = 0.0;
        double flops = 0.0;
        std::vector<double> sums; ///< of the last step
        std::vector<StepValues> steps;
    };
    /// Trains `most` steps or fewer, all in one phase and one epoch: `wanted`, or as many as the clock allows where that is 0.
    /// Throws what the device says.
    Launch launch(std::int64_t most, int wanted = 0);

    /// Runs the next whole batch forward and back, kernel by kernel, and changes nothing that lasts beyond a step. Empty if the
    /// epoch has none left. Throws what the device says.
    std::vector<KernelTime> timeKernels();
    /// Runs the next step of whole batches kernel by kernel, each of its programs once, with the update: the weights change, and
    /// nothing counts it. For profiles of a training that nobody keeps. Nothing if the epoch has no such step left. Throws what the
    /// device says.
    std::optional<StepTimes> timeStep();

    struct Epoch {
        std::int64_t number = 0; ///< from 1
        std::vector<double> rates, trained, validated; ///< `validated` may be empty
        NamedValues values; ///< `trained`, then `validated`, by name
        bool best = false;
    };
    /// Validates and goes on to the next epoch; nothing where a stop came first. `between` as in `evaluateSums`.
    std::optional<Epoch> endEpoch(const std::stop_token& stop = {}, const std::function<int(std::int64_t)>& between = {});

    // Where several ranks train, the first one calls the functions above, and all others follow it. None of them does anything
    // where there is but one.

    /// Gives the weights, the slots, the statistics and the position of the first rank to all. All call it before the first epoch.
    void shareStart();
    /// Does what the first rank does, until that ends. Throws what the device and the communicator say.
    void follow();
    /// Lets those that follow end.
    void endRanks() { m_orders.give(RankOrder::end); }

private:
    Launch launchOrdered(int ordered, const NextStep& next, const PhaseMoment& now);

    TrainingSetup& m_setup;
    const TrainingSettings& m_training;
    RankOrders m_orders;
    LearningRates m_rates;
    ScheduledPruning m_pruning;
    std::string m_judgedBy;
    TrainingPosition m_at;
    LaunchPacer m_trainPacer;
    LaunchPacer m_evaluatePacer;
};

} // namespace netsmith::train
