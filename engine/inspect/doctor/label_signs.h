#pragma once

#include "engine/inspect/doctor/diagnosis.h"
#include "engine/inspect/predictions/predictions.h"
#include "engine/train/setup.h"

#include <stop_token>

namespace netsmith::inspect {

/// Training samples whose labels are probably wrong: the network is as sure of another class as it is of its right answers. Asks
/// `network`, which is that of `setup`, about at most `atMost` samples; nothing on a stop. Throws what the device says.
std::vector<Diagnosis> examineLabels(const PredictingNetwork& network, const train::TrainingSetup& setup,
                                     const std::stop_token& stop = {}, std::int64_t atMost = 2000);

} // namespace netsmith::inspect
