#pragma once

#include "engine/backend/backend.h"
#include "engine/data/dataset.h"
#include "engine/graph/project.h"
#include "engine/plan/build_plan.h"

#include <memory>
#include <vector>

namespace netsmith::cli {

/// A network with its first weights drawn and its data bound, whose training steps run on request and without a run's files: what
/// `bench` times and `selftest` compares.
class TrainingSteps {
public:
    /// Throws what is wrong with the project, the device or the memory. The backend outlives this.
    TrainingSteps(const Project& project, const PlanOptions& options, Backend& backend, data::DataSplit data);

    /// Runs so many steps in launches of at most `launch`; the mean loss of each step. Samples come in one shuffled order, over
    /// and over, whole batches alone. Throws `cli.diverged`.
    std::vector<double> run(int steps, int launch);

    const LogicalPlan& plan() const { return m_plan; }
    /// What a training step runs.
    std::vector<KernelInfo> kernels() const;
    MemoryUse memory() const { return m_executable->memory(); }

private:
    void bindData();
    void drawWeights();

    LogicalPlan m_plan;
    data::DataSplit m_data;
    std::vector<std::int32_t> m_order;
    double m_rate;
    std::vector<int> m_programs;
    std::int64_t m_steps = 0;
    std::int64_t m_position = 0;
    std::unique_ptr<State> m_state;
    std::unique_ptr<Executable> m_executable;
};

} // namespace netsmith::cli
