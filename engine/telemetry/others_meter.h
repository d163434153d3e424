#pragma once

#include "engine/telemetry/telemetry.h"

#include <functional>

namespace netsmith::telemetry {

/// The share of all processors, 0 … 1, that other programs used since the last call; nothing the first time and if the system does
/// not report it. Within a tenth of a second it repeats the last value. For one thread.
std::function<std::optional<double>()> othersMeter(TelemetrySources sources = {});

} // namespace netsmith::telemetry
