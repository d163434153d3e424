#pragma once

#include "engine/inspect/doctor/diagnosis.h"
#include "engine/inspect/doctor/training_history.h"
#include "engine/train/setup.h"

#include <stop_token>

namespace netsmith::inspect {

/// What a training's samples, network and settings show before its first step. Reads at most `bytesToRead` bytes to compare samples
/// with each other.
std::vector<Diagnosis> examineStart(const train::TrainingSetup& setup, const std::stop_token& stop = {},
                                    std::int64_t bytesToRead = std::int64_t{2} << 30);

/// Appends what is not a mere consequence of what is there; a remedy that would make the project wrong is left out.
void addTo(std::vector<Diagnosis>& diagnoses, std::vector<Diagnosis> more, const CheckedProject& project);

/// Whether nothing is wrong with the network itself, so that its doubts about labels mean something.
bool canJudgeLabels(const std::vector<Diagnosis>& diagnoses, const TrainingHistory& history);

} // namespace netsmith::inspect
