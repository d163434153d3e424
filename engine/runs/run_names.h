#pragma once

#include "engine/runs/run_summary.h"

#include <span>

namespace netsmith::runs {

/// What these runs are called where they stand together: as a person named the run or its folder, else "#12 · lr 0.003", its number
/// and the settings that are not the same in all of them, at most three, those that matter most first.
std::vector<std::string> namesOf(std::span<const RunSummary* const> runs);

/// Gives each of them that name; see `RunSummary::name`.
void nameRuns(std::span<RunSummary> runs);

} // namespace netsmith::runs
