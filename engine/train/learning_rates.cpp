#include "engine/train/learning_rates.h"

#include "engine/core/error.h"
#include "engine/optimizers/registry.h"
#include "engine/schedules/registry.h"

#include <algorithm>
#include <cmath>

namespace netsmith::train {
namespace {

double ownRate(const Component& optimizer)
{
    return optimizers().find(optimizer.id)->learningRate(optimizer.parameters);
}

} // namespace

TrainingLength trainingLength(const TrainingSettings& training, std::int64_t trainSamples)
{
    const std::int64_t batches = (trainSamples + training.batch - 1) / training.batch;
    const std::int64_t stepsPerEpoch = (batches + training.gradientAccumulationSteps - 1) / training.gradientAccumulationSteps;
    return {stepsPerEpoch, stepsPerEpoch * training.epochs};
}

std::vector<std::string> LearningRates::columns() const
{
    std::vector<std::string> names;
    for (std::size_t i = 1; i < m_groups.size(); ++i)
        names.push_back(m_groups[i].name + std::string(groupRateSuffix));
    return names;
}

std::vector<double> LearningRates::ofOptimizers() const
{
    std::vector<double> rates;
    for (const UpdateGroup& group : m_groups)
        rates.push_back(ownRate(*group.optimizer));
    return rates;
}

double LearningRates::rate(const UpdateGroup& group, std::int64_t step, const ScheduleMemory& memory) const
{
    const ScheduleMoment moment{ownRate(*group.optimizer), step, m_length.totalSteps, m_length.stepsPerEpoch, memory};
    const double rate = schedules().find(group.schedule->id)->rate(group.schedule->parameters, moment);
    if (!std::isfinite(rate) || rate < 0.0)
        throw Error(
            ErrorKind::input,
            Message(NS_MESSAGE("train.rate", "the learning rate at step {0} would be {1}; choose a number above 0"), step + 1, rate)
                .with({.setting = "learning_rate"}));
    return rate;
}

std::vector<double> LearningRates::at(std::int64_t step, std::span<const ScheduleMemory> memories) const
{
    return of(step, 1, memories);
}

std::vector<double> LearningRates::of(std::int64_t first, int steps, std::span<const ScheduleMemory> memories) const
{
    std::vector<double> rates;
    for (std::size_t group = 0; group < m_groups.size(); ++group)
        for (int i = 0; i < steps; ++i)
            rates.push_back(rate(m_groups[group], first + i, group < memories.size() ? memories[group] : ScheduleMemory()));
    return rates;
}

bool LearningRates::followLoss() const
{
    return std::ranges::any_of(
        m_groups, [](const UpdateGroup& group) { return schedules().find(group.schedule->id)->epochEnded != nullptr; });
}

void LearningRates::epochEnded(double loss, std::vector<ScheduleMemory>& memories) const
{
    memories.resize(m_groups.size());
    for (std::size_t group = 0; group < m_groups.size(); ++group) {
        const Component& schedule = *m_groups[group].schedule;
        if (const auto& epochEnded = schedules().find(schedule.id)->epochEnded)
            epochEnded(schedule.parameters, loss, memories[group]);
    }
}

} // namespace netsmith::train
