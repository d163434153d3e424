#include "engine/backend/loader.h"
#include "engine/cpu/executable.h"
#include "engine/cpu/processor.h"

#include <new>

namespace netsmith::cpu {
namespace {

/// Runs `body` and turns whatever it throws into an error: nothing may leave the module.
template <class F>
auto guarded(F body) -> Expected<decltype(body())>
{
    try {
        return body();
    } catch (const Error& error) {
        return error;
    } catch (const std::bad_alloc&) {
        return Error(ErrorKind::resources,
                     NS_MESSAGE("memory.exhausted", "the memory ran out; choose a smaller batch or close other programs"));
    } catch (const std::exception& error) {
        return Error(ErrorKind::failed, NS_MESSAGE("backend.failed", "the cpu backend failed: {0}"), error.what());
    }
}

/// Trains on the processor: oneDNN for convolutions and large products, own kernels for the rest.
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

    Expected<MemoryUse> forecast(const LogicalPlan& plan, const CompileOptions& options) override
    {
        return guarded([&] { return checked(plan, options).memory(); });
    }

    Expected<std::unique_ptr<State>> createState(const LogicalPlan& plan) override
    {
        return guarded([&]() -> std::unique_ptr<State> { return std::make_unique<CpuState>(plan); });
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
                               support.note);
        return std::nullopt;
    }

    static LoweredPlan checked(const LogicalPlan& plan, const CompileOptions& options)
    {
        if (auto problem = precisionProblem(plan))
            throw Error(ErrorKind::input, std::move(*problem));
        return LoweredPlan(plan, options);
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
