#pragma once

#include "engine/cli/console.h"
#include "engine/inspect/device_comparison.h"
#include "engine/inspect/device_fit.h"

namespace netsmith::cli {

/// A device, and whose it is: the report it was read from, or nothing where it is here.
struct NamedDevice {
    std::string file{};
    inspect::DeviceReport report{};

    /// "old.json: cuda:0"
    std::string title() const { return (file.empty() ? file : file + ": ") + report.id; }
};

/// One device with all that is known of it.
void tellDevice(Console& console, const inspect::DeviceReport& report);
/// Two and more side by side, with how often each has what the first one has.
void compareDevices(Console& console, const std::vector<NamedDevice>& devices);
/// Whether a project fits there; `reckonedBy` is the backend that was asked.
void tellFit(Console& console, const NamedDevice& device, const inspect::DeviceFit& fit, std::string_view reckonedBy);

} // namespace netsmith::cli
