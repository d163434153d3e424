#pragma once

#include "engine/cli/words/words.h"
#include "engine/runs/table/run_groups.h"
#include "engine/runs/table/table_text.h"

namespace netsmith::cli {

/// Runs, or groups of them, as rows of text under a header.
struct RunSheet {
    runs::TextRows rows{1};
    std::vector<Table::Align> align{};
};

/// For people: the most important columns for which any run has a value, with units.
RunSheet shortSheet(const std::vector<runs::RunSummary>& all);
/// Each group's settings, its number of runs and the mean ± deviation of their results.
RunSheet shortSheet(const std::vector<runs::RunGroup>& groups, const std::vector<runs::RunSummary>& all);
/// For programs: every column by its id, with plain numbers.
RunSheet wholeSheet(const std::vector<runs::RunSummary>& all);
RunSheet wholeSheet(const std::vector<runs::RunGroup>& groups, const std::vector<runs::RunSummary>& all);

/// "text", "csv" or "markdown".
std::string formatted(const RunSheet& sheet, const std::string& format);

/// Those that every run has, and the metrics measured.
std::vector<runs::RunColumn> everyColumn(const std::vector<runs::RunSummary>& all);

} // namespace netsmith::cli
