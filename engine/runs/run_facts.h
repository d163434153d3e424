#pragma once

#include "engine/graph/project.h"
#include "engine/train/store/run_record.h"

#include <map>

namespace netsmith::runs {

/// All that a run keeps of how it was made.
struct RunFacts {
    std::filesystem::path folder;
    std::string name; ///< what a person calls it, else its folder's
    Project project;
    train::RunRecord record;
};

/// Throws what is wrong with the run's record or its copy of the project.
RunFacts readFacts(const std::filesystem::path& run);

/// Settings by their paths, as text: "training.batch" → "32", "training.optimizer" → "adam", "training.optimizer.learning_rate".
/// What a project leaves at its default may be absent.
std::map<std::string, std::string> settingsOf(const Project& project);

/// What a run was made with, by name: its device, build, libraries and data, as text.
std::map<std::string, std::string> environmentOf(const train::RunRecord& record);

} // namespace netsmith::runs
