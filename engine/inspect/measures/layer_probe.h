#pragma once

#include "engine/inspect/measures/layer_measures.h"
#include "engine/predict/observed_network.h"
#include "engine/train/training_loop.h"

#include <deque>

namespace netsmith::inspect {

/// Measures the layers of a training between its steps. Training continues with the same bits.
class LayerProbe {
public:
    /// Both outlive it. `peak`: see `StepMeasures`.
    LayerProbe(train::TrainingSetup& setup, train::TrainingLoop& loop, double peak);

    /// Remembers the weights: the next step is to be measured.
    void beginStep();
    bool isInStep() const { return m_begun.has_value(); }
    /// Takes the step's gradients and what it changed; nothing if it was not exactly one step since `beginStep`, or if that was
    /// skipped for an overflow.
    void endStep();
    /// Runs the next batch forward and back kernel by kernel. The times are the medians of the last few calls. Does nothing if the
    /// epoch has no whole batch left.
    void time();
    /// Looks at the layers' outputs for training samples from the whole set. Throws what `ObservedNetwork::predict` does.
    void lookAtUnits(ObservedNetwork& network);
    /// The same in a network made for it; notes why, where the device has no memory for one.
    void lookAtUnits();

    const StepMeasures& measures() const { return m_measures; }
    /// Why there is nothing about units.
    void setUnobserved(const Message& why) { m_measures.unobserved = why; }

private:
    struct Begun {
        std::int64_t step = 0;
        std::int64_t skipped = 0; ///< steps so far
        double samples = 0.0; ///< of the epoch so far
        double stepSamples = 0.0; ///< of the step
        std::size_t phase = 0;
        double factor = 1.0; ///< of the gradients: that of a scaled loss
        std::vector<std::vector<float>> weights; ///< a parameter each
    };

    LayerMeasures& of(const std::string& node);
    double samplesSoFar() const { return m_loop.at().sums[1]; }

    train::TrainingSetup& m_setup;
    train::TrainingLoop& m_loop;
    std::optional<Begun> m_begun;
    std::size_t m_phase = 0; ///< that was timed last
    std::deque<std::vector<double>> m_times; ///< of its kernels, the last few
    StepMeasures m_measures;
};

} // namespace netsmith::inspect
