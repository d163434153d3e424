#pragma once

#include "engine/graph/project.h"
#include "engine/inspect/device_report.h"

namespace netsmith::inspect {

/// Keeps in the cache what was measured of this machine's devices.
Expected<void> keepMeasured(const std::vector<DeviceReport>& reports);

/// What the device was measured at in a precision, products of matrices or convolutions, whichever was faster; FLOPs a second. 0:
/// it was not, or with other libraries or another number of threads.
double measuredPeak(const DeviceInfo& device, std::string_view precision);
/// The same of the device and the precision that a project names; 0 also where there is no such device.
double measuredPeak(const Project& project);

} // namespace netsmith::inspect
