#pragma once

#include "engine/runs/table/run_columns.h"

namespace netsmith::runs {

/// A filter of runs, as the user writes it: "precision=bf16", "best>96", "lr<0.01", "state:done", "started>=2026-03",
/// "tag=wide", "name~night", "seconds>2min". Values are as shown in tables: fractions also as percent, numbers with a unit or with
/// thousands separators, and words in any case.
struct RunFilter {
    enum class Relation { equal, unequal, less, lessOrEqual, greater, greaterOrEqual, contains };

    RunColumn column;
    Relation relation = Relation::equal;
    std::string words; ///< what to compare with
    double number = 0.0; ///< the same, for a column of numbers
    bool percent = false; ///< given in percent: "96 %"

    /// A run without a value, or compared in percent though the number is not a fraction, is unequal to everything and does not
    /// match otherwise; "tag" matches each tag separately.
    bool matches(const RunSummary& run) const;
};

/// Reads one. A colon searches in a text column, and means equality for a numeric one. Throws `runs.filter*` and
/// what `columnNamed` says.
RunFilter filterFrom(std::string_view text, std::span<const RunSummary> runs);

} // namespace netsmith::runs
