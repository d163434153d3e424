#pragma once

#include "engine/graph/project.h"

#include <cstdint>
#include <filesystem>

namespace netsmith::gui {

/// Where a project's runs go.
struct TrainingPlace {
    std::filesystem::path projectFile; ///< its runs lie beside it
};

/// One thing for the worker to do, with its own copy of the project.
struct TrainingJob {
    enum class Kind { preFlight, train };

    std::uint64_t id = 0;
    Kind kind = Kind::preFlight;
    Project project;
    TrainingPlace place;
    std::filesystem::path dataDir; ///< looked into first; may be empty
    std::filesystem::path resume; ///< a run to go on with; its own project is trained, not the one above
    std::filesystem::path weights; ///< of which run a new one starts; empty: random ones
    std::int64_t folds = 0; ///< of a cross-validation; 0: one training. A run that goes on has its own.
    std::int64_t epochs = 0; ///< with `resume`: until so many epochs are done; 0: as many as it was meant to have
    bool pauseAfterStep = false; ///< train one step, then pause
    int stepsPerLaunch = 0; ///< 0: by the clock
};

} // namespace netsmith::gui
