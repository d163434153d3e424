#pragma once

#include "engine/inspect/device_report.h"

namespace netsmith::inspect {

/// The unit of a figure, for display.
enum class DeviceUnit { text, bytes, bytesPerSecond, flops, hertz, watts };

/// A fact of several devices, side by side.
struct DeviceRow {
    std::string key; ///< "fp32.gemm": for programs
    Message title{}; ///< "GEMM in fp32, measured"
    DeviceUnit unit = DeviceUnit::text;
    std::vector<std::string> words{}; ///< for text, one per device; empty: unknown
    std::vector<double> numbers{}; ///< otherwise; 0: unknown

    /// A device's ratio to the first one; 0 if either is unknown.
    double ratio(std::size_t device) const;
};

/// All facts about any of the devices except its name, in display order: memory, clocks, each precision, measurements, properties.
std::vector<DeviceRow> deviceRows(const std::vector<DeviceReport>& devices);

} // namespace netsmith::inspect
