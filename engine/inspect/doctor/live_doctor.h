#pragma once

#include "engine/inspect/doctor/diagnosis.h"
#include "engine/inspect/doctor/training_history.h"
#include "engine/plan/checks/checked_project.h"
#include "engine/train/trainer/events.h"
#include "engine/train/trainer/live_run.h"

namespace netsmith::inspect {

/// Examines a run while it trains: told of its steps and epochs, it looks between two launches whenever the layers were measured.
class LiveDoctor {
public:
    void stepped(const train::StepEvent& event);
    void epochEnded(const train::EpochEvent& event);

    /// The samples at the first call, then the training so far, and the labels after some of the epochs, ever fewer. Training
    /// continues with the same bits. Memory that is short ends the looking at samples, not the run. Throws what else the device
    /// says.
    void look(train::LiveRun& run, const std::shared_ptr<const StepMeasures>& measures, const std::stop_token& stop = {});
    /// The run ended with a NaN or an infinity; before, it must have been looked at.
    void diverged();

    /// Null until the first look; another object where they differ.
    const std::shared_ptr<const std::vector<Diagnosis>>& diagnoses() const { return m_diagnoses; }

private:
    void judgeLabels(train::LiveRun& run, const std::stop_token& stop);
    void tell();

    TrainingHistory m_history;
    std::optional<CheckedProject> m_project; ///< once it was looked at
    std::vector<Diagnosis> m_atStart;
    std::vector<Diagnosis> m_ofLabels;
    std::size_t m_epochsToJudge = 1; ///< that end before the labels are judged again
    bool m_looksAtSamples = true; ///< until memory was short
    std::int64_t m_step = 0;
    std::shared_ptr<const std::vector<Diagnosis>> m_diagnoses;
};

} // namespace netsmith::inspect
