#include "engine/train/compiled_network.h"

#include <algorithm>

namespace netsmith::train {
namespace {

MemoryUse forecastOf(Backend& backend, const NetworkRequest& request, const std::vector<std::int64_t>& batches)
{
    MemoryUse all;
    for (const std::int64_t batch : std::set(batches.begin(), batches.end())) {
        const MemoryUse use = backend.forecast(planFor(request, batch), {.fuse = request.fuse}).take();
        all.weights = use.weights;
        all.gradients = use.gradients;
        all.optimizer = use.optimizer;
        all.data = std::max(all.data, use.data);
        all.activations = std::max(all.activations, use.activations);
        all.workspace += use.workspace; // each executable has kernels of its own
    }
    return all;
}

/// The largest batch below `batch` that fits, 0 where none does. Memory grows with the batch, so bisection finds it.
std::int64_t largestBatch(Backend& backend, const NetworkRequest& request, std::int64_t batch, std::int64_t free)
{
    std::int64_t fits = 0;
    while (batch - fits > 1) {
        const std::int64_t middle = fits + (batch - fits) / 2;
        const auto use = backend.forecast(planFor(request, middle), {.fuse = request.fuse});
        (use && use->total() <= free ? fits : batch) = middle;
    }
    return fits;
}

/// "1.5 GiB", "12 MiB".
std::string sizeText(std::int64_t bytes)
{
    const auto mebibytes = static_cast<double>(bytes) / (1 << 20);
    const auto tenths = [](double value) {
        const auto rounded = static_cast<std::int64_t>(value * 10.0 + 0.5);
        return std::to_string(rounded / 10) + '.' + std::to_string(rounded % 10);
    };
    return mebibytes < 1024.0 ? tenths(mebibytes) + " MiB" : tenths(mebibytes / 1024.0) + " GiB";
}

} // namespace

MemoryUse checkMemory(Backend& backend, const DeviceInfo& device, const NetworkRequest& request,
                      const std::vector<std::int64_t>& batches)
{
    const MemoryUse use = forecastOf(backend, request, batches);
    if (use.total() <= device.memoryFree)
        return use;
    const std::int64_t fits = largestBatch(backend, request, batches.front(), device.memoryFree);
    constexpr auto tooMuch =
        NS_MESSAGE("memory.forecast", "training with a batch of {0} needs {1} and {2} has {3} free; a batch of {4} fits");
    constexpr auto never = NS_MESSAGE("memory.forecast_never",
                                      "training with a batch of {0} needs {1} and {2} has {3} free; no batch fits: make the "
                                      "network smaller or close other programs");
    throw Error(ErrorKind::resources, fits > 0 ? tooMuch : never, batches.front(), sizeText(use.total()), device.id,
                sizeText(device.memoryFree), fits);
}

} // namespace netsmith::train
