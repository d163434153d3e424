#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace netsmith::telemetry {

/// The paths that are read; others are for tests.
struct TelemetrySources {
    std::filesystem::path proc = "/proc";
    std::string nvml = "libnvidia-ml.so.1";
    std::filesystem::path sys = "/sys";
    std::function<double()> clock{}; ///< seconds since some moment, for energy per time; empty: the steady clock
};

} // namespace netsmith::telemetry
