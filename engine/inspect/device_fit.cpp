#include "engine/inspect/device_fit.h"
#include "engine/predict/memory_check.h"

#include "engine/catalog/catalog.h"
#include "engine/predict/size_text.h"

#include <algorithm>

namespace netsmith::inspect {
DeviceFit fitOn(const DeviceReport& device, const CheckedProject& checked, const SampleCounts& counts, Backend& backend)
{
    const Project& project = checked.project();
    DeviceFit fit;
    const std::string& precision = project.training.precision;
    const PrecisionReport* const offered = device.find(precision);
    if (!offered || !offered->available) {
        fit.fits = false;
        fit.words = offered && !offered->note.empty()
            ? Message(NS_MESSAGE("fit.precision_why", "it can't train in {0}: {1}"), precision, offered->note)
            : Message(NS_MESSAGE("fit.precision", "it can't train in {0}"), precision);
        return fit;
    }
    // The substitute backend may not support TF32, whose numbers are stored like those of FP32.
    const bool isOwn = device.id.substr(0, device.id.find(':')) == backend.name();
    const Precision own = precisionFrom(precision);
    const NetworkRequest request{checked, !isOwn && own == Precision::tf32 ? Precision::fp32 : own};
    const std::int64_t batch = project.training.batch;
    DeviceInfo place;
    place.id = device.id;
    place.memoryTotal = device.memoryTotal;
    place.memoryFree = device.memoryFree > 0 ? device.memoryFree : device.memoryTotal;
    fit.available = place.memoryFree;
    (void)planFor(request, batch); // what is wrong with the project is wrong on every device
    try {
        MemoryUse use = estimateMemory(backend, request, batchesFor(batch, counts.train, counts.validation));
        use.data = std::max(use.data, placementOf(project, counts, place).bytes);
        fit.memory = use;
        fit.fits = use.total() <= fit.available;
        if (*fit.fits) {
            fit.words = Message(NS_MESSAGE("fit.yes", "it fits: {0} of {1}"), sizeText(use.total()), sizeText(fit.available));
            return fit;
        }
        fit.largestBatch = largestBatch(backend, request, batch - 1, fit.available - use.data);
        fit.words = fit.largestBatch > 0 ? Message(NS_MESSAGE("fit.smaller", "it does not fit: {0} of {1}; a batch of {2} does"),
                                                   sizeText(use.total()), sizeText(fit.available), fit.largestBatch)
                                         : Message(NS_MESSAGE("fit.never", "it does not fit: {0} of {1}, and no other batch does"),
                                                   sizeText(use.total()), sizeText(fit.available));
    } catch (const Error& error) {
        fit.fits.reset();
        fit.words = Message(NS_MESSAGE("fit.unknown", "unknown here: {0}"), error.message());
    }
    return fit;
}

} // namespace netsmith::inspect
