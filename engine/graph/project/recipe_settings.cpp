#include "engine/graph/nearest_name.h"
#include "engine/graph/project/settings.h"
#include "engine/graph/project/training_recipe.h"

#include <algorithm>
#include <set>

namespace netsmith {
namespace {

Message listedTwice(const std::string& layer)
{
    return Message(
        NS_MESSAGE("settings.group_layer", "training.groups: the layer \"{0}\" is listed twice in the groups; list it once"),
        layer);
}

void checkGroups(const std::vector<ParameterGroup>& groups, std::vector<Problem>& problems)
{
    const auto add = [&](Message message) { problems.push_back({Severity::error, {}, {}, std::move(message), {}}); };
    std::set<std::string> names;
    std::set<std::string, std::less<>> listed;
    for (const ParameterGroup& group : groups) {
        checkSettings(groupSettings(), group, "training.groups", problems);
        if (!isName(group.name))
            add(Message(NS_MESSAGE("settings.group_name",
                                   "training.groups: a group's name must be 1 to 64 letters, digits, _ or -, got \"{0}\""),
                        group.name));
        else if (!names.insert(group.name).second)
            add(Message(NS_MESSAGE("settings.group_names",
                                   "training.groups: several groups are called \"{0}\"; give each a different name"),
                        group.name));
        if (group.layers.empty())
            add(Message(
                NS_MESSAGE("settings.group_empty", "training.groups: the group \"{0}\" has no layers; name some or remove it"),
                group.name));
        for (const std::string& layer : group.layers)
            if (!listed.insert(layer).second)
                add(listedTwice(layer));
    }
    for (const std::string& layer : listed) // within a block that is listed too
        for (std::size_t end = layer.find('/'); end != std::string::npos; end = layer.find('/', end + 1))
            if (listed.contains(std::string_view(layer).substr(0, end)))
                add(listedTwice(layer));
}

/// Checks that losses and phases name existing groups, and that each group is named by one of them or by none.
template <class Naming>
void checkGroupsNamed(const TrainingSettings& training, const char* list, const std::vector<Naming>& naming,
                      const MessageTemplate& untrained, std::vector<Problem>& problems)
{
    const auto add = [&](Message message) { problems.push_back({Severity::error, {}, {}, std::move(message), {}}); };
    std::vector<std::string> names;
    for (const ParameterGroup& group : training.groups)
        names.push_back(group.name);
    std::set<std::string> trained;
    bool trainsAll = naming.empty();
    for (const Naming& each : naming) {
        trainsAll = trainsAll || each.groups.empty();
        for (const std::string& name : each.groups)
            if (std::ranges::find(names, name) != names.end())
                trained.insert(name);
            else if (const std::string near = nearestName(name, names); !near.empty())
                add(Message(NS_MESSAGE("settings.named_group_near",
                                       "training.{0}: there is no parameter group \"{1}\"; did you mean \"{2}\"?"),
                            list, name, near));
            else
                add(Message(NS_MESSAGE("settings.named_group",
                                       "training.{0}: there is no parameter group \"{1}\"; name one of training.groups"),
                            list, name));
    }
    for (const std::string& name : names)
        if (!trainsAll && !trained.contains(name))
            add(Message(untrained, name));
}

void checkPhases(const TrainingSettings& training, std::vector<Problem>& problems)
{
    const auto add = [&](Message message) { problems.push_back({Severity::error, {}, {}, std::move(message), {}}); };
    const std::vector<TrainingPhase>& phases = training.phases;
    std::set<std::string> names;
    for (const TrainingPhase& phase : phases) {
        checkSettings(phaseSettings(), phase, "training.phases", problems);
        if (!isName(phase.name))
            add(Message(NS_MESSAGE("settings.phase_name",
                                   "training.phases: a phase's name must be 1 to 64 letters, digits, _ or -, got \"{0}\""),
                        phase.name));
        else if (!names.insert(phase.name).second)
            add(Message(NS_MESSAGE("settings.phase_names",
                                   "training.phases: several phases are called \"{0}\"; give each a different name"),
                        phase.name));
    }
    const auto takesTurns = [](const TrainingPhase& phase) { return phase.steps > 0; };
    if (std::ranges::any_of(phases, takesTurns)) {
        for (const TrainingPhase& phase : phases)
            if (!takesTurns(phase) || phase.epochs > 0)
                add(Message(NS_MESSAGE("settings.phase_turns",
                                       "training.phases: the phase \"{0}\" does not match the others, which take turns by steps; "
                                       "give all of them steps or all of them epochs"),
                            phase.name));
        return;
    }
    std::int64_t begins = 0;
    for (std::size_t i = 0; i < phases.size(); ++i) {
        if (i + 1 < phases.size() && phases[i].epochs == 0)
            add(Message(
                NS_MESSAGE("settings.phase_endless",
                           "training.phases: the phase \"{0}\" has no number of epochs, so no phase can follow it; set one"),
                phases[i].name));
        else if (begins >= training.epochs)
            add(Message(NS_MESSAGE("settings.phase_late",
                                   "training.phases: the phase \"{0}\" would begin after {1:epoch|epochs}, and training ends "
                                   "after {2}; set training.epochs higher"),
                        phases[i].name, begins, training.epochs));
        begins += std::min(phases[i].epochs, training.epochs);
    }
}

} // namespace

const ParameterBuilder<ParameterGroup>& groupSettings()
{
    using G = ParameterGroup;
    static const auto declared = [] {
        ParameterBuilder<G> settings;
        settings.text("name", &G::name, NS_TEXT("group", "Name"), NS_TEXT("group", "The group's name."))
            .names("layers", &G::layers, NS_TEXT("group", "Layers"),
                   NS_TEXT("group",
                           "The layers in the group; a layer is in at most one group, and a block stands for everything in it."))
            .real("learning_rate_multiplier", &G::learningRateMultiplier, NS_TEXT("group", "Rate multiplier"),
                  NS_TEXT("group",
                          "What the learning rate is multiplied by for these layers: 0.1 lets them learn ten times more slowly, 0 "
                          "keeps them as they are."))
            .range(0.0, 1e6)
            .usual(0.01, 10.0);
        return settings;
    }();
    return declared;
}

const ParameterBuilder<TrainingPhase>& phaseSettings()
{
    using P = TrainingPhase;
    static const auto declared = [] {
        ParameterBuilder<P> settings;
        settings.text("name", &P::name, NS_TEXT("phase", "Name"), NS_TEXT("phase", "The phase's name."))
            .names("groups", &P::groups, NS_TEXT("phase", "Trains"),
                   NS_TEXT("phase", "The parameter groups that this phase trains; none named: all weights."))
            .integer(
                "epochs", &P::epochs, NS_TEXT("phase", "Epochs"),
                NS_TEXT("phase", "Number of epochs that it lasts, after which the next phase begins; 0 for the last: to the end."))
            .range(0.0, 1e6)
            .usual(0, 20)
            .unit(NS_TEXT("unit", "epochs"))
            .integer("steps", &P::steps, NS_TEXT("phase", "Steps per turn"),
                     NS_TEXT("phase",
                             "Number of steps after which the next phase takes its turn, the first again after the last; 0: the "
                             "phases follow each other by epochs."))
            .range(0.0, 1e6)
            .usual(0, 10)
            .unit(NS_TEXT("unit", "steps"));
        return settings;
    }();
    return declared;
}

std::vector<Problem> recipeProblems(const TrainingSettings& training)
{
    std::vector<Problem> problems;
    checkGroups(training.groups, problems);
    checkGroupsNamed(training, "objectives", training.objectives,
                     NS_MESSAGE("settings.group_untrained",
                                "training.groups: no loss trains the group \"{0}\"; name it among the groups of a loss"),
                     problems);
    checkGroupsNamed(training, "phases", training.phases,
                     NS_MESSAGE("settings.group_in_no_phase",
                                "training.groups: no phase trains the group \"{0}\"; name it among the groups of a phase"),
                     problems);
    checkPhases(training, problems);
    return problems;
}

} // namespace netsmith
