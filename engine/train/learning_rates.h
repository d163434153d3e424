#pragma once

#include "engine/graph/project/training_recipe.h"
#include "engine/graph/specs/objective_spec.h"

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

/// The suffix of the columns of group learning rates, after the group's name: "head/lr".
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
    /// The column names of the groups after the first: "head/lr".
    std::vector<std::string> columns() const;

    /// The optimizer's own rate of each group, regardless of the schedule.
    std::vector<double> ofOptimizers() const;
    /// The rates of a step, from 0, one per group, given each schedule's state. Throws `train.rate` if one is not usable.
    std::vector<double> at(std::int64_t step, std::span<const ScheduleMemory> memories = {}) const;
    /// The rates of `steps` steps for a launch: first those of one group, then those of the next. Throws like `at`.
    std::vector<double> of(std::int64_t first, int steps, std::span<const ScheduleMemory> memories) const;

    /// Whether a schedule depends on the loss of epochs.
    bool followLoss() const;
    /// Passes an epoch's loss to the schedules.
    void epochEnded(double loss, std::vector<ScheduleMemory>& memories) const;

private:
    double rate(const UpdateGroup& group, std::int64_t step, const ScheduleMemory& memory) const;

    std::vector<UpdateGroup> m_groups;
    TrainingLength m_length;
};

} // namespace netsmith::train
