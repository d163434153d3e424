#pragma once

#include "engine/graph/project/project.h"
#include "engine/inspect/device_report.h"
#include "engine/predict/preparing.h"

namespace netsmith::inspect {

/// Stores the measurements of this machine's devices in the cache.
Expected<void> keepMeasured(const std::vector<DeviceReport>& reports);

/// How fast a device computes in a precision, in FLOP/s, and moves the bytes of its memory, a second; 0: not measured.
struct DeviceLimits {
    double flops = 0.0;
    double bandwidth = 0.0;
    bool operator==(const DeviceLimits&) const = default;
};
/// As measured before; if it never was, with these libraries and this number of threads, it is measured now, which takes some
/// seconds, and kept; of the reference backend nothing is. Throws `data.cancelled` and what the backend says.
DeviceLimits deviceLimits(Backend& backend, const DeviceInfo& device, std::string_view precision, const PreparingWatch& watch = {});

/// The device's measured peak in a precision, for matrix products or convolutions, whichever was faster; FLOP/s. 0: not measured,
/// or with other libraries or another number of threads.
double measuredPeak(const DeviceInfo& device, std::string_view precision);
/// The same for the device and the precision of a project; 0 also if there is no such device.
double measuredPeak(const Project& project);

} // namespace netsmith::inspect
