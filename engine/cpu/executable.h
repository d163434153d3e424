#pragma once

#include "engine/backend/lowered_executable.h"
#include "engine/cpu/kernel.h"
#include "engine/cpu/state.h"

namespace netsmith::cpu {

using LoweredPlan = netsmith::LoweredPlan<Kernel>;

/// A lowered plan bound to a state's addresses.
class CpuExecutable final : public LoweredExecutable<Kernel> {
public:
    CpuExecutable(LoweredPlan lowered, CpuState& state);

    Expected<int> run(std::span<const int> programs, int steps, std::span<const float> rates, std::span<float> metrics) override;
    Expected<void> runOps(int program, int first, int last) override;
    Expected<void> write(TensorId tensor, std::span<const double> values) override;
    Expected<void> read(TensorId tensor, std::span<double> out) override;
    MemoryUse memory() const override;

private:
    void* address(TensorId id) const override;
    const HostArray* bound(int row) const override { return m_state.bound(row); }
    /// Brings addresses and prepacked weights up to date.
    Expected<void> ready(std::span<const int> programs);
    void prepack(int program);
    /// Notes that the weights are about to be written, unless only those from which nothing is prepacked here.
    void announceWrites();
    int launch(std::span<const int> programs, int steps, std::span<const float> rates, std::span<float> metrics);
    void runKernel(Kernel& kernel);

    FirstFailure m_failure{0};
    CpuState& m_state;
    AlignedBytes m_own;
    int m_threads; ///< that its primitives were made for
    bool m_writesWeights; ///< or statistics
    std::uint64_t m_generation = 0;
    std::vector<std::uint64_t> m_prepacked; ///< for each program, the version of the weights that it was prepacked from
};

} // namespace netsmith::cpu
