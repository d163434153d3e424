#pragma once

#include "engine/graph/project.h"
#include "engine/store/checkpoint.h"

namespace netsmith::train {

/// Whether an epoch's value improves upon the last improvement. Not-a-number never does.
bool improves(const EarlyStopping& settings, const std::optional<BestEpoch>& last, double value, bool higherIsBetter);

/// Epochs that are over since the last improvement, or since the beginning where there was none.
std::int64_t epochsWaited(const TrainingPosition& position);

/// Whether a run that stands between two epochs has waited long enough. As in Keras, the first epoch never ends a run. A function
/// of what a checkpoint holds alone, so that a run that was interrupted ends where the uninterrupted one does.
bool waitedEnough(const EarlyStopping& settings, const TrainingPosition& position);

} // namespace netsmith::train
