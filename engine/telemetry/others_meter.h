#pragma once

#include "engine/telemetry/telemetry.h"

#include <functional>

namespace netsmith::telemetry {

/// The share of all processors, 0 … 1, that other programs used since it was asked last; nothing the first time and where the
/// system does not tell. Asked twice within a tenth of a second, it repeats itself. For one thread.
std::function<std::optional<double>()> othersMeter(TelemetrySources sources = {});

} // namespace netsmith::telemetry
