#include "engine/predict/memory_check.h"
#include "engine/twin/twin_memory.h"

#include "engine/predict/size_text.h"

#include <algorithm>

namespace netsmith::twin {
namespace {

MemoryUse copyMemory(Backend& backend, const NetworkRequest& request, const std::vector<std::int64_t>& batches,
                     const LogicalPlan& plan, const PreparingWatch& watch)
{
    MemoryUse use = estimateMemory(backend, request, batches, watch);
    const MemoryUse looked = backend.estimate(observedPlan(plan), observed).take();
    use.activations = std::max(use.activations, looked.activations); // one arena for both
    use.workspace += looked.workspace;
    return use;
}

/// Whether it fits with this batch; what can't be planned does not.
bool fits(Backend& backend, const NetworkRequest& exact, const NetworkRequest& low, std::int64_t batch, std::int64_t free,
          const PreparingWatch& watch)
try {
    return twinMemory(backend, exact, low, {batch}, watch).total() <= free;
} catch (const Error& error) {
    if (error.kind() != ErrorKind::resources)
        throw;
    return false;
}

} // namespace

LogicalPlan observedPlan(LogicalPlan plan)
{
    std::erase_if(plan.programs, [](const Program& program) { return program.name != programs::forwardBackward; });
    return plan;
}

TwinMemory twinMemory(Backend& backend, const NetworkRequest& exact, const NetworkRequest& low,
                      const std::vector<std::int64_t>& batches, const PreparingWatch& watch)
{
    const LogicalPlan plan = planFor(exact, batches.front());
    TwinMemory memory;
    memory.exact = copyMemory(backend, exact, batches, plan, watch);
    memory.low = copyMemory(backend, low, batches, planFor(low, batches.front()), watch);
    std::int64_t most = plan.parameters.elements;
    for (const LayerTensors& layer : plan.layers)
        most = layer.output == noTensor ? most : std::max(most, plan.tensor(layer.output).shape.elements());
    memory.compared = 4 * most * static_cast<std::int64_t>(sizeof(double));
    return memory;
}

TwinMemory checkTwinMemory(Backend& backend, const DeviceInfo& device, const NetworkRequest& exact, const NetworkRequest& low,
                           const std::vector<std::int64_t>& batches, const PreparingWatch& watch)
{
    const TwinMemory memory = twinMemory(backend, exact, low, batches, watch);
    if (memory.total() <= device.memoryFree)
        return memory;
    std::int64_t smaller = batches.front() / 2;
    while (smaller > 0 && !fits(backend, exact, low, smaller, device.memoryFree, watch))
        smaller /= 2;
    constexpr auto tooMuch =
        NS_MESSAGE("twin.memory",
                   "two copies with a batch of {0} need {1}, but {2} has {3} free; choose a batch of {4}, which "
                   "fits, or close other programs");
    constexpr auto never = NS_MESSAGE("twin.memory_never",
                                      "two copies with a batch of {0} need {1}, but {2} has {3} free; no batch fits: make the "
                                      "network smaller or close other programs");
    throw Error(ErrorKind::resources, smaller > 0 ? tooMuch : never, batches.front(), sizeText(memory.total()), device.id,
                sizeText(device.memoryFree), smaller);
}

} // namespace netsmith::twin
