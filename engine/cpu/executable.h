#pragma once

#include "engine/cpu/kernel.h"
#include "engine/cpu/state.h"

namespace netsmith::cpu {

/// The plan as this backend runs it: fused, lowered, laid out; shared by forecast and compile.
class LoweredPlan {
public:
    /// Throws `backend.unsupported` for an op this backend can't run.
    LoweredPlan(const LogicalPlan& plan, const CompileOptions& options);

    struct Step {
        std::unique_ptr<Kernel> kernel; ///< null for a view
        std::vector<void*> inputs;
        std::vector<void*> outputs;
    };

    const LogicalPlan& plan() const { return m_plan; }
    const ArenaLayout& layout() const { return m_layout; }
    std::vector<std::vector<Step>>& programs() { return m_programs; }
    const std::vector<std::vector<Step>>& programs() const { return m_programs; }
    /// Bytes of what lives outside the shared arena and the state: carried scalars, inputs, kernels' own.
    std::int64_t ownedBytes() const { return m_ownedBytes; }
    /// Offset of a carried or input tensor in the executable's own bytes.
    std::int64_t ownOffset(TensorId id) const { return m_ownOffsets[static_cast<std::size_t>(id)]; }
    std::int64_t ownArenaBytes() const { return m_ownArenaBytes; }
    MemoryUse memory() const;

    static std::int64_t bytesOf(const TensorInfo& info);

private:
    LogicalPlan m_plan;
    std::vector<std::vector<Step>> m_programs;
    ArenaLayout m_layout;
    std::vector<std::int64_t> m_ownOffsets;
    std::int64_t m_ownArenaBytes = 0;
    std::int64_t m_ownedBytes = 0;
};

/// A lowered plan bound to a state's addresses.
class CpuExecutable final : public Executable {
public:
    CpuExecutable(LoweredPlan lowered, CpuState& state);

    Expected<int> run(std::span<const int> programs, int steps, std::span<const float> rates, std::span<float> metrics) override;
    Expected<void> runOps(int program, int first, int last) override;
    int kernelCount(int program) const override;
    Expected<void> write(TensorId tensor, std::span<const double> values) override;
    Expected<void> read(TensorId tensor, std::span<double> out) override;
    MemoryUse memory() const override;
    std::vector<KernelInfo> kernels(int program) const override;
    Expected<std::optional<KernelInfo>> findNotFinite(int program) override;

private:
    Expected<void> ready(std::span<const int> programs);
    void bindAddresses();
    void* address(TensorId id) const;
    KernelInfo describe(int program, int index) const;

    LoweredPlan m_lowered;
    CpuState& m_state;
    AlignedBytes m_own;
    std::uint64_t m_generation = 0;
};

} // namespace netsmith::cpu
