#pragma once

#include <functional>
#include <optional>
#include <string>

namespace netsmith::telemetry {

/// What a device has taken so far, in joules since its driver was loaded, for whoever trains on it. No function where the device
/// tells nothing: processors do so to root alone, and of several GPUs it must be certain which one is meant.
std::function<std::optional<double>()> energyMeter(const std::string& device);

} // namespace netsmith::telemetry
