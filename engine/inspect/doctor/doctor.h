#pragma once

#include "engine/inspect/doctor/training_signs.h"
#include "engine/predict/preparing.h"
#include "engine/train/setup.h"

namespace netsmith::inspect {

struct DoctorOptions {
    int steps = 200; ///< to train
    int measured = 20; ///< how often the layers are measured meanwhile
    PreparingWatch watch{};
    std::function<void(std::int64_t step, double loss)> step{}; ///< called after each measurement
};

/// What a training of some steps showed.
struct Examination {
    TrainingHistory history;
    std::vector<Diagnosis> diagnoses;
};

/// Examines a project with its samples, and trains the network of `setup` for some steps in memory, from the weights it has, to
/// examine that. Fewer steps if the training ends before. Throws `data.cancelled` and what the device says.
Examination examine(train::TrainingSetup& setup, const DoctorOptions& options = {});

} // namespace netsmith::inspect
