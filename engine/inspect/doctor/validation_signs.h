#pragma once

#include "engine/inspect/doctor/diagnosis.h"
#include "engine/inspect/doctor/training_history.h"

namespace netsmith::inspect {

/// Overfitting: the validation has become worse for some epochs while the training went on to improve. Nothing where early stopping
/// goes back to the best epoch anyway.
std::optional<Diagnosis> examineValidation(const TrainingSettings& training, const TrainingHistory& history);

} // namespace netsmith::inspect
