#pragma once

#include "engine/reference/state.h"

namespace netsmith::reference {

/// Runs a plan op by op in double, every tensor with separate storage: the oracle for the other backends.
class ReferenceExecutable final : public Executable {
public:
    /// Throws `state.row` if the plan can't share the state, and if an op has no kernel.
    ReferenceExecutable(LogicalPlan plan, ReferenceState& state, Communicator* communicator);

    Expected<int> run(std::span<const int> programs, int steps, std::span<const float> rates, std::span<float> metrics) override;
    Expected<void> runOps(int program, int first, int last) override;
    int kernelCount(int program) const override;
    Expected<void> write(TensorId tensor, std::span<const double> values) override;
    Expected<void> read(TensorId tensor, std::span<double> out) override;
    MemoryUse memory() const override;
    std::vector<KernelInfo> kernels(int program) const override;
    Expected<std::optional<KernelInfo>> findNotFinite(int program) override;

private:
    const Program& programAt(int index) const;
    void bindData(const Program& program);
    void runOp(const Op& op);
    void runStep(std::span<const int> programs);
    std::span<double> numbersOf(TensorId tensor, std::size_t expected) const;
    KernelInfo describe(const Op& op) const;

    LogicalPlan m_plan;
    ReferenceState& m_state;
    Communicator* m_communicator; ///< null: one rank
    std::vector<int> m_rows; ///< of the state, one a row of the plan
    std::vector<std::vector<double>> m_own; ///< of activations, step-scoped tensors and inputs, by tensor
    std::vector<Tensor> m_tensors;
};

/// The bytes of a plan as this backend holds it, without the bound data; throws `reference.size` past 64 bits.
MemoryUse memoryOf(const LogicalPlan& plan);

} // namespace netsmith::reference
