#pragma once

#include "engine/backend/lowered_executable.h"
#include "engine/cuda/kernel.h"
#include "engine/cuda/state.h"

namespace netsmith::cuda {

using LoweredPlan = netsmith::LoweredPlan<Kernel>;

/// A lowered plan bound to a state's addresses. Steps are recorded, 1, 2, 4 … of them together, and a launch consists of a few such
/// recordings: the host does nothing within it, because the step's position, its rate and whether one failed are on the device.
/// NETSMITH_CUDA_GRAPHS=off in the environment launches each kernel separately: for debuggers and comparisons.
class CudaExecutable final : public LoweredExecutable<Kernel> {
public:
    CudaExecutable(LoweredPlan lowered, CudaState& state);

    Expected<int> run(std::span<const int> programs, int steps, std::span<const float> rates, std::span<float> metrics) override;
    Expected<void> runOps(int program, int first, int last) override;
    Expected<void> write(TensorId tensor, std::span<const double> values) override;
    Expected<void> read(TensorId tensor, std::span<double> out) override;
    MemoryUse memory() const override;

private:
    void* address(TensorId id) const override;
    const HostArray* bound(int row) const override { return m_state.bound(row); }
    Expected<void> ready(std::span<const int> programs);
    void enqueue(int program, int first, int last);
    int stepsTogether(std::span<const int> programs, int steps);
    std::string nameOf(std::span<const int> programs, int steps) const;
    void enqueueSteps(std::span<const int> programs, int steps);
    const Recording& recorded(std::span<const int> programs, int steps);
    std::vector<const Recording*> recordingsOf(std::span<const int> programs, int steps);

    CudaState& m_state;
    bool m_records;
    DeviceBytes m_own;
    std::uint64_t m_generation = 0;
    std::vector<std::vector<Addresses>> m_addresses; ///< one per program and op
    std::map<std::vector<int>, std::map<int, Recording>> m_recordings; ///< by a step's programs and the number of steps
};

} // namespace netsmith::cuda
