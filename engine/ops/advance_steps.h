#pragma once

#include "engine/ops/control.h"

#include <cstdint>

namespace netsmith {

/// What `ops::advance` does to the counters and the status, on every device.
constexpr void advanceCounters(std::int64_t batch, bool countsStep, bool countsLaunch, bool settles, std::int32_t& status,
                               std::int64_t* counters)
{
    const bool counts = status == control::good;
    if (status == control::notFinite)
        return;
    if (settles)
        status = control::good;
    counters[control::position] += batch;
    counters[control::samples] += batch;
    counters[control::launch] += countsLaunch ? 1 : 0;
    const int step = countsStep && counts ? 1 : 0;
    counters[control::step] += step;
    counters[control::rate] += step;
}

} // namespace netsmith
