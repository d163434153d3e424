#pragma once

#include "engine/runs/run_columns.h"

namespace netsmith::runs {

/// A choice among runs, as a person writes it: "precision=bf16", "best>0.98", "started>=2026-03", "tag=wide", "name~night".
struct RunFilter {
    enum class Relation { equal, unequal, less, lessOrEqual, greater, greaterOrEqual, contains };

    RunColumn column;
    Relation relation = Relation::equal;
    std::string words; ///< what to compare with
    double number = 0.0; ///< the same, for a column of numbers

    /// A run that has nothing there is unequal to everything and else does not match; "tag" matches each tag by itself.
    bool matches(const RunSummary& run) const;
};

/// Reads one. Throws `runs.filter*` and what `columnNamed` says.
RunFilter filterFrom(std::string_view text, std::span<const RunSummary> runs);

} // namespace netsmith::runs
