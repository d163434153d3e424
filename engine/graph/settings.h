#pragma once

#include "engine/graph/project.h"
#include "engine/graph/spec.h"
#include "engine/graph/validation.h"

namespace netsmith {

/// The plain settings of a project, declared as layers declare theirs: files, checks, `--set` and editors read these.
const ParameterBuilder<DataSettings>& dataSettings();
const ParameterBuilder<TrainingSettings>& trainingSettings();
const ParameterBuilder<EarlyStopping>& earlyStoppingSettings();

/// The ids of the layers that weight decay leaves alone.
std::vector<std::string> undecayedLayers(const TrainingSettings& training);
/// The ids of the layers that compute in FP32, whatever the precision; a block's stands for all that is in it.
std::vector<std::string> fp32Layers(const TrainingSettings& training);

/// What is wrong with the values of these settings and with the objectives' weights; all at once.
std::vector<Problem> settingsProblems(const Project& project);

} // namespace netsmith
