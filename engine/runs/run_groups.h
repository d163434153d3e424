#pragma once

#include "engine/runs/run_columns.h"
#include "engine/runs/spread.h"

namespace netsmith::runs {

/// Runs that repeat each other: the same network, settings, data, device and end, with any seeds.
struct RunGroup {
    std::vector<const RunSummary*> runs; ///< at least one, of those that were put together
};

/// Puts runs together that differ in nothing but their seeds; groups in the order of their first runs, which must outlive them.
/// What can't be read is left out.
std::vector<RunGroup> groupRuns(std::span<const RunSummary> runs);

/// Of those that have a number there.
Spread spreadOf(const RunGroup& group, const RunColumn& column);

} // namespace netsmith::runs
