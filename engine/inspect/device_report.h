#pragma once

#include "engine/backend/backend.h"
#include "engine/graph/graph.h"

#include <filesystem>

namespace netsmith::inspect {

/// A device's performance in one precision, in FLOP/s; 0: unknown or not measured.
struct PrecisionReport {
    std::string name; ///< "fp32"
    bool available = false;
    std::string note{}; ///< why not, or a warning
    bool tensorCores = false;
    double peak = 0.0; ///< from the manufacturer's figures
    double gemm = 0.0; ///< measured for matrix products
    double conv = 0.0; ///< and for convolutions
    bool operator==(const PrecisionReport&) const = default;
};

/// A device as listed, measured, saved in a file and compared with others: plain values, of this machine or another one. 0: unknown
/// or not measured.
struct DeviceReport {
    std::string id;
    std::string name;
    std::int64_t memoryTotal = 0;
    std::int64_t memoryFree = 0; ///< as it was then
    double clock = 0.0; ///< the highest, in hertz
    double memoryClock = 0.0; ///< in hertz
    double memoryBandwidth = 0.0; ///< from the manufacturer's figures, in bytes a second
    std::int64_t cacheBytes = 0;
    double powerLimit = 0.0; ///< in watts
    std::vector<PrecisionReport> precisions{};
    double measuredBandwidth = 0.0; ///< of its memory, read and written
    std::vector<std::pair<std::string, double>> ways{}; ///< bytes a second from the host and back
    std::map<std::string, std::string> properties{};

    const PrecisionReport* find(std::string_view precision) const;
    bool operator==(const DeviceReport&) const = default;
};

/// A backend's description of a device.
DeviceReport reportOf(const DeviceInfo& device);

/// One device; unknown values are left out.
Json toJson(const DeviceReport& report);

/// A file of reports, with its version.
inline constexpr int deviceReportSchema = 1;
std::string reportsJson(const std::vector<DeviceReport>& reports);
/// Reads what `reportsJson` wrote; `name` is the file's, for errors: a different kind of file, a newer schema, a truncated or
/// broken file.
Expected<std::vector<DeviceReport>> reportsFromJson(std::string_view text, std::string_view name);
Expected<std::vector<DeviceReport>> readReports(const std::filesystem::path& path);

} // namespace netsmith::inspect
