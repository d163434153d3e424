#pragma once

#include "engine/graph/objective_spec.h"
#include "engine/graph/training_recipe.h"

#include <span>
#include <string>
#include <vector>

namespace netsmith::train {

/// A training's length in steps.
struct TrainingLength {
    std::int64_t stepsPerEpoch = 0;
    std::int64_t totalSteps = 0;
};
TrainingLength trainingLength(const TrainingSettings& training, std::int64_t trainSamples);

/// How the columns of the rates of groups end, before which their names stand: "head/lr".
inline constexpr std::string_view groupRateSuffix = "/lr";

/// The learning rates of a training's update groups, in double on the host, so that every device sees the same. It refers to the
/// project's settings.
class LearningRates {
public:
    LearningRates() = default;
    LearningRates(const TrainingSettings& training, TrainingLength length)
        : m_groups(updateGroups(training))
        , m_length(length)
    {
    }

    std::size_t groups() const { return m_groups.size(); }
    /// What the columns of the groups behind the first are called: "head/lr".
    std::vector<std::string> columns() const;

    /// The optimizer's own rate of each group, whatever the schedule.
    std::vector<double> ofOptimizers() const;
    /// Of a step, from 0, one a group, given what each schedule remembers. Throws `train.rate` where one is no number to train
    /// with.
    std::vector<double> at(std::int64_t step, std::span<const ScheduleMemory> memories = {}) const;
    /// Of `steps` steps as a launch takes them: first those of one group, then those of the next. Throws as `at`.
    std::vector<double> of(std::int64_t first, int steps, std::span<const ScheduleMemory> memories) const;

    /// Whether a schedule goes by the loss of epochs.
    bool followLoss() const;
    /// Tells the schedules an epoch's loss.
    void epochEnded(double loss, std::vector<ScheduleMemory>& memories) const;

private:
    double rate(const UpdateGroup& group, std::int64_t step, const ScheduleMemory& memory) const;

    std::vector<UpdateGroup> m_groups;
    TrainingLength m_length;
};

} // namespace netsmith::train
