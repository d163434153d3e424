#include "engine/inspect/timing.h"

#include <algorithm>

namespace netsmith::inspect {

double secondsOf(const std::function<TrainingSteps::Launch()>& launch, const TimingGoal& goal, const PreparingWatch& watch)
{
    constexpr std::int64_t parts = 100;
    const Message words(NS_MESSAGE("prepare.measuring", "Timing a few steps"));
    const auto tell = [&](int steps, double seconds) {
        const double done = std::min(goal.seconds > 0.0 ? seconds / goal.seconds : 1.0,
                                     goal.steps > 0 ? static_cast<double>(steps) / goal.steps : 1.0);
        watch.tell(PreparingStage::measuring, words, static_cast<std::int64_t>(std::min(done, 1.0) * parts), parts);
    };
    tell(0, 0.0);
    int steps = 0;
    double seconds = 0.0;
    do {
        seconds += launch().seconds;
        watch.throwIfStopped();
    } while (seconds < goal.seconds / 4);
    std::vector<double> each;
    seconds = 0.0;
    while (each.empty() || (seconds < 3 * goal.seconds && steps < goal.steps) || seconds < goal.seconds) {
        const TrainingSteps::Launch timed = launch();
        steps += timed.steps;
        seconds += timed.seconds;
        each.push_back(timed.seconds / timed.steps);
        tell(steps, seconds);
    }
    const auto middle = each.begin() + static_cast<std::ptrdiff_t>(each.size() / 2);
    std::nth_element(each.begin(), middle, each.end());
    return *middle;
}

} // namespace netsmith::inspect
