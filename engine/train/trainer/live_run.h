#pragma once

#include "engine/predict/observed_network.h"

#include <functional>

namespace netsmith::train {

class TrainingLoop;
class TrainingSetup;

/// The number of steps of a trainer's next launch.
struct LaunchOrder {
    int steps = 0; ///< at most this many, fewer if the epoch ends first; 0: by the clock
};

/// The position of a run between two launches.
struct LivePosition {
    std::int64_t epoch = 0; ///< from 1
    std::int64_t epochs = 0;
    std::int64_t step = 0; ///< done so far, in total
    std::int64_t totalSteps = 0;
    bool validating = false; ///< the next launch belongs to the epoch's validation
    std::int64_t samplesDone = 0; ///< of the epoch's training, or of its validation
    std::int64_t samples = 0; ///< of them all
    std::int64_t kept = 0; ///< the step of the newest checkpoint
};

/// A run between two launches, as seen by the hook in `TrainOptions`: its position and its current network. Lives as long as the
/// hook runs.
class LiveRun {
public:
    /// `observe` compiles the network's layers for being observed, once.
    LiveRun(const LivePosition& position, TrainingSetup& setup, TrainingLoop& loop, NetworkPrediction& prediction,
            std::function<ObservedNetwork&()> observe, std::function<void()> pause = {})
        : m_position(position)
        , m_setup(setup)
        , m_loop(loop)
        , m_prediction(prediction)
        , m_observe(std::move(observe))
        , m_pause(std::move(pause))
    {
    }
    LiveRun(const LiveRun&) = delete;
    LiveRun& operator=(const LiveRun&) = delete;

    const LivePosition& position() const { return m_position; }
    const std::vector<data::FieldSpec>& inputs() const { return m_prediction.inputs(); }
    const std::vector<PredictedOutput>& outputs() const { return m_prediction.outputs(); }

    /// Predicts with the current weights; see `NetworkPrediction::predict`. Training continues bit-identically.
    std::vector<std::vector<float>> predict(std::span<const data::Field> samples) { return m_prediction.predict(samples); }
    /// The same with the outputs of all layers. Throws what `ObservedNetwork` says.
    ObservedNetwork& observed() { return m_observe(); }

    /// Says that the hook pauses the run until it returns, which is marked in its record of the machine.
    void pause()
    {
        if (m_pause)
            m_pause();
    }

    /// The training itself, for measuring it. A hook changes neither its position nor what lasts beyond a step.
    TrainingSetup& setup() { return m_setup; }
    TrainingLoop& loop() { return m_loop; }

private:
    const LivePosition& m_position;
    TrainingSetup& m_setup;
    TrainingLoop& m_loop;
    NetworkPrediction& m_prediction;
    std::function<ObservedNetwork&()> m_observe;
    std::function<void()> m_pause;
};

} // namespace netsmith::train
