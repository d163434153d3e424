#pragma once

#include "engine/predict/network_prediction.h"

namespace netsmith::train {

/// How many steps a trainer's next launch has.
struct LaunchOrder {
    int steps = 0; ///< at most so many, fewer where the epoch ends before; 0: by the clock
};

/// Where a run stands between two launches.
struct LivePosition {
    std::int64_t epoch = 0; ///< from 1
    std::int64_t epochs = 0;
    std::int64_t step = 0; ///< done so far, ever
    std::int64_t totalSteps = 0;
    bool validating = false; ///< the launch to come is one of the epoch's validation
    std::int64_t samplesDone = 0; ///< of the epoch's training, or of its validation
    std::int64_t samples = 0; ///< of them all
    std::int64_t kept = 0; ///< the step of the newest checkpoint that was taken
};

/// A run between two launches, as the hook in `TrainOptions` sees it: where it stands, and its network as it is now. Lives as long
/// as the hook runs.
class LiveRun {
public:
    LiveRun(const LivePosition& position, NetworkPrediction& prediction)
        : m_position(position)
        , m_prediction(prediction)
    {
    }
    LiveRun(const LiveRun&) = delete;
    LiveRun& operator=(const LiveRun&) = delete;

    const LivePosition& position() const { return m_position; }
    const std::vector<data::FieldSpec>& inputs() const { return m_prediction.inputs(); }
    const std::vector<PredictedOutput>& outputs() const { return m_prediction.outputs(); }

    /// What the network makes of samples with the weights of this moment; see `NetworkPrediction::predict`. Training goes on to the
    /// same bits as without.
    std::vector<std::vector<float>> predict(std::span<const data::Field> samples) { return m_prediction.predict(samples); }

private:
    const LivePosition& m_position;
    NetworkPrediction& m_prediction;
};

} // namespace netsmith::train
