#pragma once

#include "engine/runs/run_columns.h"

namespace netsmith::runs {

/// A choice among runs, as a person writes it: "precision=bf16", "best>96", "lr<0.01", "state:done", "started>=2026-03",
/// "tag=wide", "name~night", "seconds>2min". Values are those that tables show: of a share of 1 also percent, numbers with a unit
/// after them or with commas between thousands, and words in any case.
struct RunFilter {
    enum class Relation { equal, unequal, less, lessOrEqual, greater, greaterOrEqual, contains };

    RunColumn column;
    Relation relation = Relation::equal;
    std::string words; ///< what to compare with
    double number = 0.0; ///< the same, for a column of numbers
    bool percent = false; ///< it was said to be so: "96 %"

    /// A run that has nothing there, or of which percent were asked and the number is no share, is unequal to everything and else
    /// does not match; "tag" matches each tag by itself.
    bool matches(const RunSummary& run) const;
};

/// Reads one. A colon finds what stands in a column of words, and is an equals sign for one of numbers. Throws `runs.filter*` and
/// what `columnNamed` says.
RunFilter filterFrom(std::string_view text, std::span<const RunSummary> runs);

} // namespace netsmith::runs
