#pragma once

#include "engine/cli/command_line.h"
#include "engine/runs/store/run_summary.h"
#include "engine/runs/table/table_text.h"

namespace netsmith::cli {

/// A run as an object, for programs.
Json runJson(const runs::RunSummary& run);

/// The output options of a result that is a table or a report.
struct ReportOptions {
    std::string format = "text";
    std::string output; ///< a file; empty: standard output
};
/// Adds --format, with these choices, and --output.
void addReportOptions(CLI::App& command, ReportOptions& options, const std::vector<std::string>& formats);
/// Whether the output is JSON; then the console prints objects from here on.
bool wantsJson(Console& console, const ReportOptions& options);
/// Prints a report, or writes it safely into the file asked for. Throws what `writeFileSafely` says.
void report(Console& console, const ReportOptions& options, const std::string& text);

/// Each adds commands below `runs`; in `commands/`, a file each.
void addRunChanges(CommandLine& line, CLI::App& runs);
void addRunReports(CommandLine& line, CLI::App& runs);
void addRunTelemetry(CommandLine& line, CLI::App& runs);

} // namespace netsmith::cli
