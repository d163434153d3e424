#pragma once

#include "engine/runs/store/run_summary.h"

#include <span>

namespace netsmith::runs {

/// The names of these runs when shown together: the user's name of the run or its folder, else "#12 · lr 0.003", its number and the
/// settings that differ between them, at most three, the most important first.
std::vector<std::string> namesOf(std::span<const RunSummary* const> runs);

/// Gives each of them that name; see `RunSummary::name`.
void nameRuns(std::span<RunSummary> runs);

} // namespace netsmith::runs
