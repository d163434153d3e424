#pragma once

#include "engine/runs/run_columns.h"

namespace netsmith::runs {

/// Runs that repeat each other: the same network, settings, data, device and end, with any seeds.
struct RunGroup {
    std::vector<const RunSummary*> runs; ///< at least one, of those that were put together
};

/// What a group's runs say of a column of numbers.
struct Spread {
    std::int64_t count = 0; ///< of runs that have a number there
    double mean = 0.0;
    std::optional<double> deviation; ///< the sample's standard deviation, which takes two
};

/// Puts runs together that differ in nothing but their seeds; groups in the order of their first runs, which must outlive them.
/// What can't be read is left out.
std::vector<RunGroup> groupRuns(std::span<const RunSummary> runs);

Spread spreadOf(const RunGroup& group, const RunColumn& column);

} // namespace netsmith::runs
