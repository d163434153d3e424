#pragma once

#include "engine/graph/project/project.h"
#include "engine/runs/run_settings.h"
#include "engine/store/run_record.h"

#include <map>
#include <span>

namespace netsmith::runs {

/// Everything that a run records about how it was made.
struct RunFacts {
    std::filesystem::path folder;
    std::string name; ///< its user-given name, else its folder's; see also `nameFacts`
    Project project;
    RunRecord record;
};

/// Throws the errors of the run's record or its copy of the project.
RunFacts readFacts(const std::filesystem::path& run);

/// Gives each run its name among all runs of its folder, which are listed for that: "#12 · lr 0.003".
void nameFacts(std::span<RunFacts> runs);

/// Settings by their paths, as text: "training.batch" → "32", "training.optimizer" → "adam", "training.optimizer.learning_rate".
/// Defaults may be absent.
RunSettings::Values settingsOf(const Project& project);

/// What people call a fact of a run's making or of its results, in English: "device_name" → "Device name"; what was measured
/// keeps its name.
std::string factTitle(const std::string& name);

/// A run's environment, by name: its device, build, libraries and data, as text.
std::map<std::string, std::string> environmentOf(const RunRecord& record);

} // namespace netsmith::runs
