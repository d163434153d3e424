#include "engine/graph/project/training_recipe.h"

#include "engine/graph/project/layer_lists.h"

#include <algorithm>

namespace netsmith {
namespace {

bool isNamedByAPhase(const TrainingSettings& training, const std::string& group)
{
    return std::ranges::any_of(
        training.phases, [&](const TrainingPhase& phase) { return std::ranges::find(phase.groups, group) != phase.groups.end(); });
}

} // namespace

std::vector<UpdateGroup> updateGroups(const TrainingSettings& training)
{
    std::vector<UpdateGroup> groups{{{}, {}, &training.optimizer, &training.schedule}};
    for (const ParameterGroup& group : training.groups) {
        const bool ownOptimizer = !group.optimizer.id.empty(), ownSchedule = !group.schedule.id.empty();
        if (ownOptimizer || ownSchedule || isNamedByAPhase(training, group.name))
            groups.push_back({group.name, group.layers, ownOptimizer ? &group.optimizer : &training.optimizer,
                              ownSchedule ? &group.schedule : &training.schedule});
    }
    return groups;
}

std::size_t phaseCount(const TrainingSettings& training)
{
    return std::max<std::size_t>(training.phases.size(), 1);
}

bool trainsIn(const TrainingSettings& training, std::size_t phase, std::string_view group)
{
    if (phase >= training.phases.size() || training.phases[phase].groups.empty())
        return true;
    const std::vector<std::string>& groups = training.phases[phase].groups;
    return std::ranges::find(groups, group) != groups.end();
}

const ParameterGroup* groupOf(const TrainingSettings& training, const std::string& layer)
{
    const auto found =
        std::ranges::find_if(training.groups, [&](const ParameterGroup& group) { return isListed(group.layers, layer); });
    return found == training.groups.end() ? nullptr : &*found;
}

PhaseMoment phaseAt(const TrainingSettings& training, std::int64_t epoch, std::int64_t step)
{
    const std::vector<TrainingPhase>& phases = training.phases;
    std::int64_t turns = 0;
    for (const TrainingPhase& phase : phases)
        turns += phase.steps;
    if (turns > 0)
        step %= turns;
    for (std::size_t i = 0; i < phases.size(); ++i) {
        if (turns > 0 && step < phases[i].steps)
            return {i, phases[i].steps - step};
        if (turns == 0 && (epoch < phases[i].epochs || i + 1 == phases.size()))
            return {i, 0};
        step -= phases[i].steps;
        epoch -= phases[i].epochs;
    }
    return {};
}

} // namespace netsmith
