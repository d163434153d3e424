#pragma once

#include "engine/graph/project/project.h"
#include "engine/store/checkpoint.h"

namespace netsmith::train {

/// Whether an epoch's value improves on the last improvement. NaN never does.
bool improves(const EarlyStopping& settings, const std::optional<BestEpoch>& last, double value, bool higherIsBetter);

/// Epochs since the last improvement, or since the beginning if there was none.
std::int64_t epochsWaited(const TrainingPosition& position);

/// Whether a run between two epochs has run out of patience. As in Keras, the first epoch never ends a run. Depends only on a
/// checkpoint's content, so that an interrupted run ends where the uninterrupted one does.
bool waitedEnough(const EarlyStopping& settings, const TrainingPosition& position);

} // namespace netsmith::train
