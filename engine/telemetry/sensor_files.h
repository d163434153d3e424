#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace netsmith::telemetry {

/// The beginning of a small file of /proc or /sys; empty if it can't be read.
std::string sensorText(const std::filesystem::path& path);
/// Its only number; nothing if it can't be read or holds anything else.
std::optional<std::int64_t> sensorNumber(const std::filesystem::path& path);

/// The entries of a folder whose names are `prefix` and a number, by number: "cpu0", "cpu1", not "cpufreq".
std::vector<std::pair<int, std::filesystem::path>> numberedFolders(const std::filesystem::path& folder, std::string_view prefix);

/// A temperature as its driver names it: {"k10temp", "Tctl", 61.5}.
struct Temperature {
    std::string chip;
    std::string label; ///< may be empty
    double celsius = 0.0;
    bool operator==(const Temperature&) const = default;
};

/// Every temperature below `sys`/class/hwmon, in the order of chips and sensors; a sensor that can't be read is left out.
/// `processor`: only those of chips that belong to a processor, since others, such as disks, may be slow.
std::vector<Temperature> temperaturesIn(const std::filesystem::path& sys, bool processor = false);
/// The processor's: of the hottest package, by the drivers that measure one; nothing without such a driver.
std::optional<double> processorTemperature(const std::vector<Temperature>& all);

/// The current clock of each core below `sys`/devices/system/cpu, in MHz, by number; of many cores only of some, evenly spaced,
/// since older kernels wait for each. A core without one is left out, so none where the kernel does not scale clocks, as in most
/// virtual machines.
std::vector<double> coreClocks(const std::filesystem::path& sys);

} // namespace netsmith::telemetry
