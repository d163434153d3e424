#pragma once

#include "engine/inspect/doctor/diagnosis.h"
#include "engine/inspect/doctor/training_history.h"
#include "engine/plan/checks/checked_project.h"

namespace netsmith::inspect {

/// What the steps of a training show: the sizes of its gradients and updates, units that no longer learn, a loss that does not
/// fall, and a validation that gets worse. Quick: reads no samples and asks no network.
std::vector<Diagnosis> examineTraining(const CheckedProject& project, const TrainingHistory& history);

} // namespace netsmith::inspect
