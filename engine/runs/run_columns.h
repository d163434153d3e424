#pragma once

#include "engine/runs/run_summary.h"

#include <functional>
#include <span>
#include <variant>

namespace netsmith::runs {

/// What stands in a column: nothing, a number or words.
using Cell = std::variant<std::monostate, double, std::string>;

/// What a number of a column is, so that it can be shown as people read it; `measured`: a loss or a metric.
enum class Unit { none, seconds, bytes, joules, perSecond, flopsPerSecond, share, measured };

/// Something to know about every run: for tables, for sorting, for choosing.
struct RunColumn {
    std::string id; ///< "samples_per_s"
    std::string title; ///< for people, in English; the studio translates it in the context "run_column"
    bool number = false;
    bool setting = false; ///< chosen before the run, and not what came of it
    Unit unit = Unit::none;
    std::function<Cell(const RunSummary&)> value;
};

/// The columns that every run has, in the order they are shown.
const std::vector<RunColumn>& runColumns();
/// A column for each number that any of these runs measured: "val_loss" of the last epoch, "best.val_loss" of the best one.
std::vector<RunColumn> metricColumns(std::span<const RunSummary> runs);
/// A column for each setting of the projects that is not the same in all of these runs, by its path; those that
/// tell most first.
std::vector<RunColumn> settingColumns(std::span<const RunSummary> runs);
/// The column of this id among all of these and among the settings that are the same everywhere: by its id, a setting also by the
/// end of its path ("learning_rate", "optimizer.learning_rate") or as "lr", and each by its title in any case ("Batch").
std::optional<RunColumn> findColumn(std::string_view id, std::span<const RunSummary> runs);
/// The same. Throws `runs.column`, naming the nearest.
RunColumn columnNamed(std::string_view id, std::span<const RunSummary> runs);

/// Sorts by a column; what has nothing there comes last either way, and equals stay as they were.
void sortBy(std::vector<RunSummary>& runs, const RunColumn& column, bool descending);

} // namespace netsmith::runs
