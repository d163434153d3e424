#pragma once

#include "engine/inspect/device_report.h"
#include "engine/inspect/estimate.h"

namespace netsmith::inspect {

/// Whether a project fits into a device's memory for training.
struct DeviceFit {
    std::optional<bool> fits; ///< nothing if unknown
    std::optional<MemoryUse> memory;
    std::int64_t available = 0; ///< free bytes there, or the total if unknown
    std::int64_t largestBatch = 0; ///< the batch that fits, if the project's own does not; 0: none does
    Message words; ///< the answer in a sentence
};

/// Estimated by the device's own backend, or by a substitute if that is not available: the sizes of tensors are the same,
/// workspaces differ slightly. Needs no data. Throws the project's first error.
DeviceFit fitOn(const DeviceReport& device, const CheckedProject& project, const SampleCounts& counts, Backend& backend);

} // namespace netsmith::inspect
