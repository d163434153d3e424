#pragma once

#include "engine/inspect/device_report.h"
#include "engine/inspect/estimate.h"

namespace netsmith::inspect {

/// Whether a project can be trained on a device as far as its memory goes.
struct DeviceFit {
    std::optional<bool> fits; ///< nothing where it can't be told
    std::optional<MemoryUse> memory;
    std::int64_t available = 0; ///< bytes free there, or all of them where no one says
    std::int64_t largestBatch = 0; ///< that fits, where the project's own does not; 0: none does
    Message words; ///< the answer in a sentence
};

/// Reckoned by the device's own backend, or by another one in its place where that is not here: the sizes of tensors are the same,
/// workspaces differ a little. Needs no data. Throws the project's first error.
DeviceFit fitOn(const DeviceReport& device, const CheckedProject& project, const SampleCounts& counts, Backend& backend);

} // namespace netsmith::inspect
