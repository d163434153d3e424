#pragma once

#include "engine/train/compiled_network.h"
#include "engine/train/launch_pacer.h"

#include <vector>

namespace netsmith::cli {

/// A network with its first weights drawn and its data bound, whose training steps run on request and without a run's files: what
/// `bench` times and `selftest` compares.
class TrainingSteps {
public:
    /// Throws what is wrong with the project, the device or the memory. The backend outlives this.
    TrainingSteps(Project project, bool fuse, Backend& backend, data::DataSplit data);

    /// Runs so many steps as a trainer does, many a launch; the mean loss of each. Samples come in one shuffled order, over and
    /// over, whole batches alone. Throws `cli.diverged`.
    std::vector<double> run(int steps);

    /// What a training step runs.
    std::vector<KernelInfo> kernels() const;

private:
    Project m_project;
    data::DataSplit m_data;
    std::vector<FieldType> m_fields;
    std::vector<std::int32_t> m_order;
    train::CompiledNetwork m_network;
    train::LaunchPacer m_pacer;
    float m_rate;
    std::int64_t m_steps = 0;
    std::int64_t m_position = 0;
};

} // namespace netsmith::cli
