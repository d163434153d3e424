#pragma once

#include "engine/predict/compiled_network.h"
#include "engine/train/trainer/launch_pacer.h"

#include <vector>

namespace netsmith::inspect {

/// A network with initial weights and bound data, whose training steps run on request and without a run's files: timed by `bench`
/// and the preflight, compared by `selftest`.
class TrainingSteps {
public:
    /// Throws the errors of the project, the device or the memory, and `steps.batch`. The backend outlives this.
    /// `features` are read instead of being computed in each step; here they are zeros.
    TrainingSteps(const Project& project, bool fuse, Backend& backend, data::DataSplit data, const PreparingWatch& watch = {},
                  std::vector<CachedFeature> features = {});
    TrainingSteps(const TrainingSteps&) = delete;
    TrainingSteps& operator=(const TrainingSteps&) = delete;

    /// Runs `steps` steps as a trainer does, many per launch; returns the mean loss of each. Samples come in one shuffled order,
    /// repeatedly, in whole batches only. Throws `steps.diverged`.
    std::vector<double> run(int steps);

    struct Launch {
        int steps = 0;
        double seconds = 0.0;
    };
    /// One launch of training as long as a trainer would make it, and its time. Throws `steps.diverged`.
    Launch launch();
    /// One launch of validation, over the same samples.
    Launch evaluate();
    /// Computes the features of one batch.
    Launch computeFeatures();

    /// The kernels of a training step of the first phase.
    std::vector<KernelInfo> kernels() const;
    /// Runs a training step kernel by kernel; the seconds that each of `kernels()` took.
    std::vector<double> timeKernels();

    std::int64_t batch() const { return m_network.batch(); }
    const LogicalPlan& plan() const { return m_network.plan(); }

private:
    const CompiledNetwork::Sized& network() const { return m_network.at(m_network.batch()); }
    const CompiledNetwork::Sized::Phase& programs() const { return network().phases.front(); }
    /// Prepares the counters of a launch of at most `most` steps and says how many it has.
    int begin(std::string_view stream, const train::LaunchPacer& pacer, int most);
    Launch launch(int most, std::vector<double>& losses);

    data::DataSplit m_data;
    CheckedProject m_project;
    std::vector<std::int32_t> m_order;
    CompiledNetwork m_network;
    train::LaunchPacer m_pacer;
    train::LaunchPacer m_evaluatePacer;
    std::vector<double> m_rates; ///< of each update group
    std::int64_t m_steps = 0;
    std::int64_t m_position = 0;
};

/// Noise in the shape of a data set, enough for a few hundred steps, if the data was not read.
data::DataSplit noiseFor(const std::vector<data::FieldSpec>& fields, std::int64_t batch);

} // namespace netsmith::inspect
