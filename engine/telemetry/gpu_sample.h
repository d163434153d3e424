#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace netsmith::telemetry {

/// Why a GPU runs slower than it could.
enum class Throttle {
    idle, ///< no work
    applicationClocks, ///< lower clocks set by the user
    powerCap, ///< at its power limit
    hardwareSlowdown, ///< too hot, or too little power from outside
    syncBoost, ///< waits for the clocks of a synchronized group
    softwareThermal, ///< near its temperature limit
    hardwareThermal, ///< above its temperature limit
    powerBrake, ///< limited by the power supply
    displayClocks, ///< set by a display
};
/// For people, in English; the studio translates it in the context "throttle".
const char* titleOf(Throttle reason);
/// From NVML's bits.
std::vector<Throttle> throttlesFrom(std::uint64_t bits);

/// A GPU at one moment. What it or its driver does not report is absent, never 0.
struct GpuSample {
    int index = 0; ///< numbered by the driver
    std::string name; ///< "NVIDIA H100 PCIe"; empty if not reported
    std::optional<double> utilization; ///< percent of the time with a kernel running: says little about actual compute
    std::optional<std::int64_t> memoryTotal; ///< bytes
    std::optional<std::int64_t> memoryUsed; ///< by all processes
    std::optional<std::int64_t> memoryOwn; ///< by this process
    std::optional<double> power; ///< watts
    std::optional<double> powerLimit; ///< watts
    std::optional<double> temperature; ///< degrees Celsius
    std::optional<double> smClock; ///< MHz
    std::optional<double> memoryClock; ///< MHz
    std::optional<std::vector<Throttle>> throttles; ///< empty: nothing slows it
    std::optional<double> energy; ///< joules since the driver was loaded
};

} // namespace netsmith::telemetry
