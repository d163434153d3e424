#pragma once

#include "gui/training/training_worker.h"

#include "engine/inspect/doctor/live_doctor.h"
#include "engine/inspect/measures/live_measures.h"
#include "engine/runs/cross_validation.h"
#include "engine/runs/live_curves.h"

#include <algorithm>

namespace netsmith::gui {

/// State of a run between its events.
struct TrainingWorker::Live {
    std::shared_ptr<const Project> project;
    std::shared_ptr<const RunFacts> facts;
    std::optional<runs::FoldPlace> fold; ///< of a cross-validation: the current one
    std::optional<Error> unobservable; ///< why its layers can't be observed
    double peakFlops = 0.0; ///< of its device
    std::optional<inspect::LiveMeasures> measures; ///< while they are wanted
    inspect::LiveDoctor doctor; ///< looks while it is wanted
    std::optional<std::int64_t> keptStep; ///< of the newest checkpoint before the next launch
    double seconds = 0.0; ///< of training so far
    TimeLeft timeLeft;
    runs::LiveCurves curves;

    /// Otherwise they alternate, too briefly to be shown.
    bool phasesFollow() const
    {
        return std::ranges::all_of(project->training.phases, [](const TrainingPhase& phase) { return phase.steps == 0; });
    }
    /// Of the run, and of the remaining folds, assuming that each takes as long.
    std::optional<double> secondsLeft(std::int64_t step, bool epochTrained, double validationShare) const
    {
        const std::optional<double> left = timeLeft.ofRun(step, epochTrained, validationShare);
        return left && fold ? *left + static_cast<double>(fold->folds - fold->fold) * (seconds + *left) : left;
    }
};

} // namespace netsmith::gui
