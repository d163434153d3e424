#pragma once

#include "engine/runs/store/run_summary.h"

#include <functional>
#include <span>
#include <variant>

namespace netsmith::runs {

/// A cell's value: nothing, a number or text.
using Cell = std::variant<std::monostate, double, std::string>;

/// The meaning of a column's numbers, for display; `measured`: a loss or a metric.
enum class Unit { none, seconds, bytes, joules, perSecond, flopsPerSecond, share, measured };

/// A property of every run: for tables, sorting and filtering.
struct RunColumn {
    std::string id; ///< "samples_per_s"
    std::string title; ///< for people, in English; the studio translates it in the context "run_column"
    bool number = false;
    bool setting = false; ///< chosen before the run, not a result
    Unit unit = Unit::none;
    std::function<Cell(const RunSummary&)> value;
};

/// The columns that every run has, in the order they are shown.
const std::vector<RunColumn>& runColumns();
/// A column for each number that any of these runs measured: "val_loss" of the last epoch, "best.val_loss" of the best one.
std::vector<RunColumn> metricColumns(std::span<const RunSummary> runs);
/// A column for each setting that differs between these runs, by its path; the most informative first.
std::vector<RunColumn> settingColumns(std::span<const RunSummary> runs);
/// The column with this id among all of these and among the settings that are the same everywhere: by its id, a setting also by the
/// end of its path ("learning_rate", "optimizer.learning_rate") or as "lr", and each by its title in any case ("Batch").
std::optional<RunColumn> findColumn(std::string_view id, std::span<const RunSummary> runs);
/// The same. Throws `runs.column`, naming the nearest.
RunColumn columnNamed(std::string_view id, std::span<const RunSummary> runs);

/// Sorts by a column; empty cells come last in either direction, and the sort is stable.
void sortBy(std::vector<RunSummary>& runs, const RunColumn& column, bool descending);

} // namespace netsmith::runs
