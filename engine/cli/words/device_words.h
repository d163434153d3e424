#pragma once

#include "engine/cli/terminal/console.h"
#include "engine/inspect/device_comparison.h"
#include "engine/inspect/device_fit.h"

namespace netsmith::cli {

/// A device, and where it is: the report it was read from, or nothing for this machine.
struct NamedDevice {
    std::string file{};
    inspect::DeviceReport report{};

    /// "old.json: cuda:0"
    std::string title() const { return (file.empty() ? file : file + ": ") + report.id; }
};

/// One device with everything known about it.
void tellDevice(Console& console, const inspect::DeviceReport& report);
/// Two or more side by side, with each one's ratio to the first.
void compareDevices(Console& console, const std::vector<NamedDevice>& devices);
/// Whether a project fits there; `reckonedBy` is the backend that made the estimate.
void tellFit(Console& console, const NamedDevice& device, const inspect::DeviceFit& fit, std::string_view reckonedBy);

} // namespace netsmith::cli
