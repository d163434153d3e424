#pragma once

#include "engine/inspect/device_report.h"

namespace netsmith::inspect {

/// What a figure counts, for those who write it down.
enum class DeviceUnit { text, bytes, bytesPerSecond, flops, hertz, watts };

/// A fact of several devices, side by side.
struct DeviceRow {
    std::string key; ///< "fp32.gemm": for programs
    Message title{}; ///< "GEMM in fp32, measured"
    DeviceUnit unit = DeviceUnit::text;
    std::vector<std::string> words{}; ///< of a text, one a device; empty: not known
    std::vector<double> numbers{}; ///< else; 0: not known

    /// What a device has over the first one; 0 where either is not known.
    double ratio(std::size_t device) const;
};

/// All that any of the devices tells of itself but its name, in the order in which it is read: memory, clocks, each precision, what
/// was measured, properties.
std::vector<DeviceRow> deviceRows(const std::vector<DeviceReport>& devices);

} // namespace netsmith::inspect
