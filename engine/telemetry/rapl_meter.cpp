#include "engine/telemetry/rapl_meter.h"

#include "engine/telemetry/sensor_files.h"

#include <string>
#include <string_view>

namespace netsmith::telemetry {
namespace {

namespace fs = std::filesystem;

/// "package-0" and "dram"; not "core" and "uncore", which are parts of a package, nor "psys", which holds all of them.
bool isNamed(const fs::path& zone, std::string_view name)
{
    return sensorText(zone / "name").starts_with(name);
}

} // namespace

RaplMeter::RaplMeter(const fs::path& sys)
{
    // "intel-rapl:0" is a package, also of AMD; "intel-rapl-mmio:0" is the same package by another interface.
    const fs::path control = sys / "class" / "powercap";
    const auto add = [this](const fs::path& zone, bool required) {
        m_zones.push_back({.counter = zone / "energy_uj",
                           .range = sensorNumber(zone / "max_energy_range_uj"),
                           .last = {},
                           .joules = 0.0,
                           .required = required});
        m_zones.back().last = sensorNumber(m_zones.back().counter);
    };
    for (const auto& [number, package] : numberedFolders(control, "intel-rapl:")) {
        if (!isNamed(package, "package"))
            continue;
        add(package, true);
        const std::string below = package.filename().string() + ':';
        for (const auto* place : {&control, &package}) // the class lists all zones, the device those in it
            if (const auto parts = numberedFolders(*place, below); !parts.empty()) {
                for (const auto& [part, zone] : parts)
                    if (isNamed(zone, "dram"))
                        add(zone, false);
                break;
            }
    }
}

bool RaplMeter::read(Zone& zone)
{
    const auto now = sensorNumber(zone.counter);
    if (now && zone.last) {
        const bool wrapped = *now < *zone.last;
        // Without a known range a counter that went back was reset, and what it counted meanwhile is not known.
        if (!wrapped || zone.range)
            zone.joules += static_cast<double>(*now - *zone.last + (wrapped ? *zone.range : 0)) / 1e6;
    }
    if (now)
        zone.last = now;
    return now.has_value();
}

std::optional<double> RaplMeter::joules()
{
    const std::scoped_lock lock(m_mutex);
    double sum = 0.0;
    bool any = false;
    for (Zone& zone : m_zones) {
        const bool known = read(zone);
        if (!known && zone.required)
            return std::nullopt;
        any = any || zone.required;
        sum += zone.joules;
    }
    return any ? std::optional(sum) : std::nullopt;
}

} // namespace netsmith::telemetry
