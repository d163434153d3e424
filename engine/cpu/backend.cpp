#include "engine/backend/guarded.h"
#include "engine/backend/loader.h"
#include "engine/core/parallel.h"
#include "engine/cpu/executable.h"
#include "engine/cpu/onednn.h"
#include "engine/cpu/processor.h"

namespace netsmith::cpu {
namespace {

/// Trains on the processor: oneDNN for convolutions and large products, our own kernels for the rest.
class CpuBackend final : public Backend {
public:
    std::string_view name() const override { return "cpu"; }
    std::vector<DeviceInfo> devices() override { return {processor()}; }

    std::optional<Message> unsupported(const LogicalPlan& plan, const Op& op) const override
    {
        if (auto problem = precisionProblem(plan))
            return problem;
        if (!lowering(op.spec->name))
            return Message(NS_MESSAGE("backend.op", "the cpu backend has no kernel for \"{0}\""), op.spec->name);
        return std::nullopt;
    }

    Expected<MemoryUse> estimate(const LogicalPlan& plan, const CompileOptions& options) override
    {
        return guarded([&] { return checked(plan, options).place().memory(); });
    }

    Expected<std::unique_ptr<State>> createState(const LogicalPlan& plan) override
    {
        return guarded([&]() -> std::unique_ptr<State> { return std::make_unique<CpuState>(plan.state); });
    }

    Expected<std::unique_ptr<Executable>> compile(const LogicalPlan& plan, State& state, const CompileOptions& options) override
    {
        return guarded([&]() -> std::unique_ptr<Executable> {
            return std::make_unique<CpuExecutable>(checked(plan, options), static_cast<CpuState&>(state));
        });
    }

private:
    static std::optional<Message> precisionProblem(const LogicalPlan& plan)
    {
        for (const PrecisionSupport& support : processor().precisions)
            if (support.precision == plan.precision && !support.available)
                return Message(NS_MESSAGE("backend.precision", "the cpu can't train in {0}: {1}"), nameOf(plan.precision),
                               *support.note);
        return std::nullopt;
    }

    static LoweredPlan checked(const LogicalPlan& plan, const CompileOptions& options)
    {
        if (auto problem = precisionProblem(plan))
            throw Error(ErrorKind::input, std::move(*problem));
        useThreads(threadCount());
        return LoweredPlan(plan, options, "cpu", &lowering, {.prepacks = true, .quantizedProducts = true});
    }
};

Backend* create()
{
    try {
        return new CpuBackend;
    } catch (...) {
        return nullptr;
    }
}

} // namespace
} // namespace netsmith::cpu

extern "C" {
extern const netsmith::BackendModule netsmithBackend;
const netsmith::BackendModule netsmithBackend{NETSMITH_BUILD_ID, &netsmith::cpu::create};
}
