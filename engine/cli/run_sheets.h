#pragma once

#include "engine/cli/words.h"
#include "engine/runs/run_groups.h"
#include "engine/runs/table_text.h"

namespace netsmith::cli {

/// Runs, or groups of them, as rows of text under a head.
struct RunSheet {
    runs::TextRows rows{1};
    std::vector<Table::Align> align{};
};

/// For people: the columns one wants to see first, of which any run has something, with units.
RunSheet shortSheet(const std::vector<runs::RunSummary>& all);
/// Each group's settings, how many runs it has and the mean ± deviation of what came of them.
RunSheet shortSheet(const std::vector<runs::RunGroup>& groups, const std::vector<runs::RunSummary>& all);
/// For programs: every column by its id, with plain numbers.
RunSheet wholeSheet(const std::vector<runs::RunSummary>& all);
RunSheet wholeSheet(const std::vector<runs::RunGroup>& groups, const std::vector<runs::RunSummary>& all);

/// "text", "csv" or "markdown".
std::string formatted(const RunSheet& sheet, const std::string& format);

/// Those that every run has, and what these measured.
std::vector<runs::RunColumn> everyColumn(const std::vector<runs::RunSummary>& all);

} // namespace netsmith::cli
