#pragma once

#include "engine/graph/project/project.h"

#include <cstdint>
#include <filesystem>

namespace netsmith::gui {

/// Where a project's runs are stored.
struct TrainingPlace {
    std::filesystem::path projectFile; ///< its runs are stored next to it
};

/// A job for the worker, with its own copy of the project.
struct TrainingJob {
    enum class Kind { preFlight, train };

    std::uint64_t id = 0;
    Kind kind = Kind::preFlight;
    Project project;
    TrainingPlace place;
    std::filesystem::path dataDir; ///< searched first; may be empty
    std::filesystem::path resume; ///< the run to resume; its own project is trained, not the one above
    std::filesystem::path weights; ///< the run whose weights a new one starts from, or a checkpoint to fork; empty: random ones
    std::int64_t folds = 0; ///< of a cross-validation; 0: one training. A resumed run has its own.
    std::int64_t epochs = 0; ///< with `resume`: trains up to this epoch; 0: as many as planned
    bool pauseAfterStep = false; ///< train one step, then pause
    int stepsPerLaunch = 0; ///< 0: chosen by time

    /// Whether it begins where a checkpoint is, with more than the weights if its settings allow that.
    bool isFork() const { return resume.empty() && folds == 0 && isCheckpoint(weights); }
    static bool isCheckpoint(const std::filesystem::path& weights) { return weights.parent_path().filename() == "checkpoints"; }
};

} // namespace netsmith::gui
