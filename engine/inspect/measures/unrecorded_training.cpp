#include "engine/inspect/measures/unrecorded_training.h"

#include <algorithm>

namespace netsmith::inspect {

void beginAgain(train::TrainingLoop& loop, std::int64_t after)
{
    TrainingPosition at = loop.at();
    at.counters[control::position] = after;
    std::ranges::fill(at.sums, 0.0);
    loop.setPosition(std::move(at));
    loop.beginEpoch();
}

std::vector<double> trainUnrecorded(train::TrainingLoop& loop, std::int64_t steps, int wanted, const PreparingWatch& watch,
                                    const std::function<void()>& before)
{
    std::vector<double> seconds;
    for (const std::int64_t end = loop.step() + steps; loop.step() < end;) {
        watch.throwIfStopped();
        if (loop.isAtEpochEnd())
            beginAgain(loop);
        if (before)
            before();
        const train::TrainingLoop::Launch launch = loop.launch(end - loop.step(), wanted);
        if (launch.done < launch.ordered)
            throw Error(
                ErrorKind::diverged,
                NS_MESSAGE("profile.diverged",
                           "step {0} made a NaN or an infinity, so nothing can be measured; choose a smaller learning rate"),
                loop.step() + 1);
        seconds.push_back(launch.seconds / launch.done);
    }
    return seconds;
}

} // namespace netsmith::inspect
