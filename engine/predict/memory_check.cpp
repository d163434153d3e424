#include "engine/predict/memory_check.h"

#include "engine/predict/size_text.h"

#include <algorithm>

namespace netsmith {
namespace {

/// The memory of a plan with this batch, or nothing if it is too large to be planned.
std::optional<double> bytesOf(Backend& backend, const NetworkRequest& request, std::int64_t batch)
try {
    CompileOptions options = request.compile;
    options.measures = false; // of the many tried, one will be run
    const auto use = backend.estimate(planFor(request, batch), options);
    return use ? std::optional(static_cast<double>(use->total())) : std::nullopt;
} catch (const Error&) {
    return std::nullopt;
}

} // namespace

MemoryUse estimateMemory(Backend& backend, const NetworkRequest& request, const std::vector<std::int64_t>& batches,
                         const PreparingWatch& watch)
{
    MemoryUse all;
    const std::set<std::int64_t> sizes(batches.begin(), batches.end());
    std::int64_t done = 0;
    for (const std::int64_t batch : sizes) {
        watch.tell(PreparingStage::planning, Message(NS_MESSAGE("prepare.planning", "Planning")), done++,
                   static_cast<std::int64_t>(sizes.size()));
        const MemoryUse use = backend.estimate(planFor(request, batch), request.compile).take();
        all.weights = use.weights;
        all.gradients = use.gradients;
        all.optimizer = use.optimizer;
        all.data = std::max(all.data, use.data);
        all.activations = std::max(all.activations, use.activations);
        all.workspace += use.workspace; // each executable has its own kernels
    }
    return all;
}

std::int64_t largestBatch(Backend& backend, const NetworkRequest& request, std::int64_t most, std::int64_t free,
                          const PreparingWatch& watch)
{
    struct Tried {
        std::int64_t batch = 0;
        std::optional<double> bytes; ///< none: not tried, or too large to be planned at all
    };
    const auto tried = [&](std::int64_t batch) {
        watch.tell(PreparingStage::planning, Message(NS_MESSAGE("prepare.largest", "Looking for the largest batch that fits")));
        return Tried{batch, bytesOf(backend, request, batch)};
    };
    Tried fits{0, std::nullopt}, tooLarge{most + 1, std::nullopt};
    std::int64_t guess = most;
    for (int tries = 0; tooLarge.batch - fits.batch > 1; ++tries) {
        const Tried now = tried(guess);
        (now.bytes && *now.bytes <= static_cast<double>(free) ? fits : tooLarge) = now;
        const std::int64_t width = tooLarge.batch - fits.batch;
        // Memory is nearly linear in the batch, so the answer is close to where the line between the two meets the free memory; now
        // and then bisect, in case it is not linear.
        if (fits.batch == 0)
            guess = 1;
        else if (tries % 3 != 0 && tooLarge.bytes && *tooLarge.bytes > *fits.bytes)
            guess = fits.batch
                + static_cast<std::int64_t>((static_cast<double>(free) - *fits.bytes) / (*tooLarge.bytes - *fits.bytes)
                                            * static_cast<double>(width));
        else
            guess = fits.batch + width / 2;
        guess = std::clamp(guess, fits.batch + 1, fits.batch + std::max<std::int64_t>(width - 1, 1));
    }
    return fits.batch;
}

void refuseTooMuch(const MemoryUse& estimate, Backend& backend, const DeviceInfo& device, const NetworkRequest& request,
                   std::int64_t batch, const PreparingWatch& watch, std::int64_t data)
{
    if (estimate.total() + data <= device.memoryFree)
        return;
    const std::int64_t fits = largestBatch(backend, request, batch - 1, device.memoryFree - data, watch);
    constexpr auto tooMuch =
        NS_MESSAGE("memory.estimate", "training with a batch of {0} needs {1}, but {2} has {3} free; a batch of {4} fits");
    constexpr auto never = NS_MESSAGE("memory.estimate_never",
                                      "training with a batch of {0} needs {1}, but {2} has {3} free; no batch fits: make the "
                                      "network smaller or close other programs");
    throw Error(
        ErrorKind::resources,
        Message(fits > 0 ? tooMuch : never, batch, sizeText(estimate.total() + data), device.id, sizeText(device.memoryFree), fits)
            .with({.cause = MessageFacts::Cause::tooLarge}));
}

MemoryUse checkMemory(Backend& backend, const DeviceInfo& device, const NetworkRequest& request,
                      const std::vector<std::int64_t>& batches, const PreparingWatch& watch, std::int64_t data)
{
    const MemoryUse use = estimateMemory(backend, request, batches, watch);
    refuseTooMuch(use, backend, device, request, batches.front(), watch, data);
    return use;
}

} // namespace netsmith
