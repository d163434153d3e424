#pragma once

#include "engine/backend/lowered_executable.h"
#include "engine/cuda/kernel.h"
#include "engine/cuda/state.h"

namespace netsmith::cuda {

using LoweredPlan = netsmith::LoweredPlan<Kernel>;

/// A lowered plan bound to a state's addresses. A step is recorded once and then launched as one: the host says nothing within it.
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
    const HostArray* bound(std::string_view tensor) const override { return m_state.bound(tensor); }
    Expected<void> ready(std::span<const int> programs);
    void enqueue(int program, int first, int last);
    const Recording& recorded(std::span<const int> programs);

    CudaState& m_state;
    DeviceBytes m_own;
    std::uint64_t m_generation = 0;
    std::vector<std::vector<Addresses>> m_addresses; ///< one a program and op
    std::map<std::vector<int>, Recording> m_recordings; ///< of one step, by its programs
};

} // namespace netsmith::cuda
