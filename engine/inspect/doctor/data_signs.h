#pragma once

#include "engine/inspect/doctor/diagnosis.h"
#include "engine/plan/checks/checked_project.h"
#include "engine/train/training_data.h"

#include <stop_token>

namespace netsmith::inspect {

/// What a training's samples show: the sizes of its inputs, numbers that are the same in all samples, an order by class, classes
/// out of balance, and validation samples that are also among the training samples. Reads at most `bytesToRead` bytes of samples
/// for the last of these, and ends early on a stop.
std::vector<Diagnosis> examineData(const CheckedProject& project, const train::TrainingData& data, const std::stop_token& stop = {},
                                   std::int64_t bytesToRead = std::int64_t{2} << 30);

} // namespace netsmith::inspect
