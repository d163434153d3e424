#include "engine/plan/trained_parameters.h"

#include "engine/core/error.h"
#include "engine/graph/project/layer_lists.h"

#include <algorithm>

namespace netsmith {

std::string layerOf(const Segment& segment)
{
    return segment.id.substr(0, segment.id.find('.'));
}

void treatGroups(SegmentTable& parameters, const TrainingSettings& training)
{
    const std::vector<UpdateGroup> groups = updateGroups(training);
    for (Segment& segment : parameters.segments) {
        segment.decay = segment.decay && !isListed(training.excludeFromWeightDecay, layerOf(segment));
        segment.isPruned = training.pruning.sparsity > 0.0 && segment.isKernel && segment.trainable
            && (training.pruning.layers.empty() || isListed(training.pruning.layers, layerOf(segment)));
        segment.keepsZeros = segment.keepsZeros || segment.isPruned;
        const ParameterGroup* group = groupOf(training, layerOf(segment));
        if (!group)
            continue;
        segment.rateScale = static_cast<float>(group->learningRateMultiplier);
        const auto own = std::ranges::find(groups, group->name, &UpdateGroup::name);
        segment.group = own == groups.end() ? 0 : static_cast<int>(own - groups.begin());
    }
}

bool isTrained(const Segment& segment, const TrainingSettings& training, int phase)
{
    const ParameterGroup* group = groupOf(training, layerOf(segment));
    return segment.trainable && trainsIn(training, static_cast<std::size_t>(phase), group ? group->name : std::string());
}

std::map<std::vector<bool>, std::vector<bool>> trainedBy(const SegmentTable& parameters, const TrainingSettings& training,
                                                         int phase)
{
    std::map<std::vector<bool>, std::vector<bool>> trained;
    for (std::size_t i = 0; i < parameters.segments.size(); ++i) {
        const Segment& segment = parameters.segments[i];
        if (!isTrained(segment, training, phase))
            continue;
        const ParameterGroup* group = groupOf(training, layerOf(segment));
        std::vector<bool> objectives;
        for (const Objective& objective : training.objectives)
            objectives.push_back(objective.groups.empty()
                                 || (group && std::ranges::find(objective.groups, group->name) != objective.groups.end()));
        if (std::ranges::find(objectives, true) == objectives.end())
            throw Error(ErrorKind::input,
                        NS_MESSAGE("plan.untrained",
                                   "no loss trains the layer \"{0}\": put it into a group that a loss names, or make it not "
                                   "trainable"),
                        layerOf(segment));
        trained.try_emplace(std::move(objectives), parameters.segments.size(), false).first->second[i] = true;
    }
    return trained;
}

} // namespace netsmith
