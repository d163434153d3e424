#include "engine/backend/guarded.h"
#include "engine/backend/loader.h"
#include "engine/core/host_memory.h"
#include "engine/plan/passes/fusion.h"
#include "engine/plan/precisions.h"
#include "engine/reference/executable.h"

namespace netsmith::reference {
namespace {

/// The oracle: slow, simple and in double precision, for comparison with every other backend.
class ReferenceBackend final : public Backend {
public:
    std::string_view name() const override { return "reference"; }

    std::vector<DeviceInfo> devices() override
    {
        DeviceInfo device;
        device.id = "reference";
        device.name = "Reference (double precision, one thread)";
        const HostMemory memory = hostMemory();
        device.memoryTotal = memory.total;
        device.memoryFree = memory.available;
        for (const Precision precision : precisions)
            device.precisions.push_back(supportOf(precision));
        device.properties["arithmetic"] = "double";
        return {device};
    }

    std::optional<Message> unsupported(const LogicalPlan& plan, const Op& op) const override
    {
        if (auto problem = problemOf(plan))
            return problem;
        if (!kernelNamed(op.spec->name))
            return Message(NS_MESSAGE("reference.op", "the reference backend has no kernel for \"{0}\""), op.spec->name);
        return std::nullopt;
    }

    Expected<MemoryUse> estimate(const LogicalPlan& plan, const CompileOptions& options) override
    {
        return guarded([&] { return memoryOf(lowered(plan, options)); });
    }

    Expected<std::unique_ptr<State>> createState(const LogicalPlan& plan) override
    {
        return guarded([&]() -> std::unique_ptr<State> { return std::make_unique<ReferenceState>(plan.state); });
    }

    Expected<std::unique_ptr<Executable>> compile(const LogicalPlan& plan, State& state, const CompileOptions& options) override
    {
        return guarded([&]() -> std::unique_ptr<Executable> {
            auto* own = dynamic_cast<ReferenceState*>(&state);
            if (!own)
                throw Error(ErrorKind::failed, NS_MESSAGE("reference.foreign", "the state belongs to another backend"));
            return std::make_unique<ReferenceExecutable>(lowered(plan, options), *own, options.communicator);
        });
    }

private:
    static PrecisionSupport supportOf(Precision precision)
    {
        switch (precision) {
        case Precision::fp32: return {precision, true, Message(NS_MESSAGE("reference.fp32", "computed in double"))};
        case Precision::bf16:
        case Precision::fp16:
            return {precision, true,
                    Message(NS_MESSAGE("reference.rounded", "emulated: rounded after each op, computed in double"))};
        case Precision::bf16Emulated:
        case Precision::fp16Emulated: return {precision, true, {}};
        case Precision::tf32: break;
        }
        return {precision, false, Message(NS_MESSAGE("reference.precisions", "the reference backend offers fp32, bf16 and fp16"))};
    }

    static std::optional<Message> problemOf(const LogicalPlan& plan)
    {
        const PrecisionSupport support = supportOf(plan.precision);
        if (support.available)
            return std::nullopt;
        return Message(NS_MESSAGE("reference.precision", "there is no {0} here: {1}"), nameOf(plan.precision), *support.note);
    }

    static LogicalPlan lowered(const LogicalPlan& plan, const CompileOptions& options)
    {
        if (auto problem = problemOf(plan))
            throw Error(ErrorKind::input, std::move(*problem));
        return options.fuse ? fuse(plan, FusionOptions{}) : plan;
    }
};

Backend* create()
{
    try {
        return new ReferenceBackend;
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}

} // namespace
} // namespace netsmith::reference

extern "C" {
extern const netsmith::BackendModule netsmithBackend;
const netsmith::BackendModule netsmithBackend{NETSMITH_BUILD_ID, &netsmith::reference::create};
}
