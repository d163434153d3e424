#include "engine/inspect/measured_peaks.h"

#include "engine/backend/loader.h"
#include "engine/core/files/cache_folder.h"
#include "engine/core/files/safe_file.h"
#include "engine/inspect/device_benchmark.h"
#include "engine/train/setup.h"

#include <algorithm>
#include <optional>

namespace netsmith::inspect {
namespace {

namespace fs = std::filesystem;

fs::path reportsFile()
{
    const fs::path folder = cacheFolder();
    return folder.empty() ? folder : folder / "measured_devices.json";
}

bool isOf(const DeviceReport& report, const DeviceReport& other)
{
    return report.id == other.id && report.name == other.name && report.properties == other.properties;
}

std::vector<DeviceReport> keptReports()
{
    const fs::path file = reportsFile();
    auto kept = file.empty() ? Expected<std::vector<DeviceReport>>(std::vector<DeviceReport>()) : readReports(file);
    return kept ? std::move(*kept) : std::vector<DeviceReport>(); // what can't be read will be measured again
}

std::optional<DeviceReport> keptReport(const DeviceInfo& device)
{
    const DeviceReport wanted = reportOf(device);
    std::vector<DeviceReport> kept = keptReports();
    const auto report = std::ranges::find_if(kept, [&](const DeviceReport& each) { return isOf(each, wanted); });
    return report == kept.end() ? std::nullopt : std::optional(std::move(*report));
}

/// Matrix products or convolutions, whichever was faster.
double peakIn(const DeviceReport& report, std::string_view precision)
{
    const PrecisionReport* const found = report.find(precision);
    return found ? std::max(found->gemm, found->conv) : 0.0;
}

} // namespace

Expected<void> keepMeasured(const std::vector<DeviceReport>& reports)
{
    const fs::path file = reportsFile();
    if (file.empty())
        return {};
    std::vector<DeviceReport> all = keptReports();
    for (const DeviceReport& report : reports) {
        std::erase_if(all, [&](const DeviceReport& each) { return isOf(each, report); });
        all.push_back(report);
    }
    std::error_code code;
    fs::create_directories(file.parent_path(), code); // the writer reports errors
    return writeFileSafely(file, reportsJson(all));
}

DeviceLimits deviceLimits(Backend& backend, const DeviceInfo& device, std::string_view precision, const PreparingWatch& watch)
{
    if (device.id == "reference") // meant for correctness, not speed
        return {};
    std::optional<DeviceReport> report = keptReport(device);
    if (!report || report->measuredBandwidth <= 0.0) {
        report = reportOf(device);
        measure(*report, backend, {.watch = watch});
        (void)keepMeasured({*report}); // else it is measured again the next time
    }
    return {peakIn(*report, precision), report->measuredBandwidth};
}

double measuredPeak(const DeviceInfo& device, std::string_view precision)
{
    const std::optional<DeviceReport> report = keptReport(device);
    return report ? peakIn(*report, precision) : 0.0;
}

double measuredPeak(const Project& project)
try {
    const auto backend = backendFor(project.training.device);
    return backend ? measuredPeak(train::deviceNamed(**backend, project.training.device), project.training.precision) : 0.0;
} catch (const Error&) {
    return 0.0;
}

} // namespace netsmith::inspect
