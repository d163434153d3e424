#pragma once

#include "engine/graph/project/project.h"
#include "engine/inspect/device_report.h"

namespace netsmith::inspect {

/// Stores the measurements of this machine's devices in the cache.
Expected<void> keepMeasured(const std::vector<DeviceReport>& reports);

/// The device's measured peak in a precision, for matrix products or convolutions, whichever was faster; FLOP/s. 0: not measured,
/// or with other libraries or another number of threads.
double measuredPeak(const DeviceInfo& device, std::string_view precision);
/// The same for the device and the precision of a project; 0 also if there is no such device.
double measuredPeak(const Project& project);

} // namespace netsmith::inspect
