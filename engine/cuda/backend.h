#pragma once

#include "engine/backend/backend.h"

namespace netsmith::cuda {

/// Trains on an NVIDIA GPU: libraries for large products, own kernels for the rest.
class CudaBackend final : public Backend {
public:
    std::string_view name() const override { return "cuda"; }
    std::optional<Error> problem() const override;
    std::vector<DeviceInfo> devices() override;
    std::vector<DeviceInfo> otherDevices() override;
    Expected<std::vector<Bandwidth>> bandwidths() override;
    std::optional<Message> unsupported(const LogicalPlan& plan, const Op& op) const override;
    Expected<MemoryUse> estimate(const LogicalPlan& plan, const CompileOptions& options) override;
    Expected<std::unique_ptr<State>> createState(const LogicalPlan& plan) override;
    Expected<std::unique_ptr<Executable>> compile(const LogicalPlan& plan, State& state, const CompileOptions& options) override;

private:
    static std::optional<Message> precisionProblem(const LogicalPlan& plan);
    /// Throws if this plan can't run here at all.
    static void expectRunnable(const LogicalPlan& plan);
};

} // namespace netsmith::cuda
