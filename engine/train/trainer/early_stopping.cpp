#include "engine/train/trainer/early_stopping.h"

#include <cmath>

namespace netsmith::train {

bool improves(const EarlyStopping& settings, const std::optional<BestEpoch>& last, double value, bool higherIsBetter)
{
    const double least = settings.patience > 0 ? settings.minDelta : 0.0;
    if (!std::isfinite(value))
        return false;
    return !last || (higherIsBetter ? value - least > last->value : value + least < last->value);
}

std::int64_t epochsWaited(const TrainingPosition& position)
{
    return position.improved ? position.epoch - 1 - position.improved->epoch : position.epoch;
}

bool waitedEnough(const EarlyStopping& settings, const TrainingPosition& position)
{
    const bool betweenEpochs = position.counters[control::position] == 0 && position.epoch > 1;
    return settings.patience > 0 && betweenEpochs && epochsWaited(position) >= settings.patience;
}

} // namespace netsmith::train
