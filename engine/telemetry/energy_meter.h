#pragma once

#include <functional>
#include <optional>
#include <string>

namespace netsmith::telemetry {

/// The energy used by a device so far, in joules since its driver was loaded. No function if it is not available: processors report
/// it only to root, and with several GPUs it must be certain which one is meant.
std::function<std::optional<double>()> energyMeter(const std::string& device);

} // namespace netsmith::telemetry
