#include "engine/cuda/backend.h"

#include "engine/backend/guarded.h"
#include "engine/cuda/device/check.h"
#include "engine/cuda/device/devices.h"
#include "engine/cuda/executable.h"

namespace netsmith::cuda {
namespace {

/// A table's product with a recurrent layer's weights saves little here, because the layer's steps take the time, and the library
/// could not compute them.
constexpr FusionOptions fusion{.embeddingIntoRecurrence = false};

LoweredPlan lowered(const LogicalPlan& plan, const CompileOptions& options)
{
    return LoweredPlan(plan, options, "cuda", &lowering, fusion);
}

} // namespace

std::optional<Error> CudaBackend::problem() const
{
    auto reason = guarded([] {
        auto none = whyNoDevice();
        return none ? none : whyUnusable();
    });
    return reason ? std::move(*reason) : std::optional(reason.error());
}

std::vector<DeviceInfo> CudaBackend::devices()
{
    auto found = guarded([] { return cuda::devices(); });
    return found ? std::move(*found) : std::vector<DeviceInfo>();
}

std::vector<DeviceInfo> CudaBackend::otherDevices()
{
    auto found = guarded([] { return cuda::otherDevices(); });
    return found ? std::move(*found) : std::vector<DeviceInfo>();
}

Expected<std::vector<Bandwidth>> CudaBackend::bandwidths()
{
    return guarded([] { return measureBandwidths(); });
}

std::optional<Message> CudaBackend::unsupported(const LogicalPlan& plan, const Op& op) const
{
    if (auto reason = precisionProblem(plan))
        return reason;
    if (!lowering(op.spec->name))
        return Message(NS_MESSAGE("cuda.op", "a GPU has no kernel for \"{0}\""), op.spec->name);
    return std::nullopt;
}

Expected<MemoryUse> CudaBackend::estimate(const LogicalPlan& plan, const CompileOptions& options)
{
    return guarded([&] {
        expectRunnable(plan);
        return lowered(plan, options).place().memory();
    });
}

Expected<std::unique_ptr<State>> CudaBackend::createState(const LogicalPlan& plan)
{
    return guarded([&]() -> std::unique_ptr<State> {
        expectRunnable(plan);
        return std::make_unique<CudaState>(plan.state);
    });
}

Expected<std::unique_ptr<Executable>> CudaBackend::compile(const LogicalPlan& plan, State& state, const CompileOptions& options)
{
    return guarded([&]() -> std::unique_ptr<Executable> {
        expectRunnable(plan);
        return std::make_unique<CudaExecutable>(lowered(plan, options), static_cast<CudaState&>(state));
    });
}

std::optional<Message> CudaBackend::precisionProblem(const LogicalPlan& plan)
{
    for (const DeviceInfo& device : cuda::devices())
        for (const PrecisionSupport& support : device.precisions)
            if (support.precision == plan.precision && !support.available)
                return Message(NS_MESSAGE("cuda.precision", "this GPU can't train in {0}: {1}"), nameOf(plan.precision),
                               *support.note);
    return std::nullopt;
}

void CudaBackend::expectRunnable(const LogicalPlan& plan)
{
    if (auto reason = lostDevice())
        throw *reason;
    if (auto reason = whyNoDevice())
        throw *reason;
    if (auto reason = precisionProblem(plan))
        throw Error(ErrorKind::input, std::move(*reason));
}

} // namespace netsmith::cuda
