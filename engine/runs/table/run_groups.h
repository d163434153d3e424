#pragma once

#include "engine/runs/comparing/spread.h"
#include "engine/runs/table/run_columns.h"

namespace netsmith::runs {

/// Runs that repeat each other: the same network, settings, data, device and end, with any seeds.
struct RunGroup {
    std::vector<const RunSummary*> runs; ///< at least one, of those that were put together
};

/// Groups runs that differ only in their seeds; groups in the order of their first runs, which must outlive them. Unreadable runs
/// are left out.
std::vector<RunGroup> groupRuns(std::span<const RunSummary> runs);

/// For those with a number.
Spread spreadOf(const RunGroup& group, const RunColumn& column);

} // namespace netsmith::runs
