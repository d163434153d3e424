#include "engine/graph/checks/component.h"

#include "engine/graph/json/json_text.h"
#include "engine/graph/nearest_name.h"

namespace netsmith {

Message wordOf(ComponentKind kind)
{
    switch (kind) {
    case ComponentKind::layer: return Message(NS_MESSAGE("kind.layer", "layer"));
    case ComponentKind::loss: return Message(NS_MESSAGE("kind.loss", "loss"));
    case ComponentKind::metric: return Message(NS_MESSAGE("kind.metric", "metric"));
    case ComponentKind::optimizer: return Message(NS_MESSAGE("kind.optimizer", "optimizer"));
    case ComponentKind::schedule: return Message(NS_MESSAGE("kind.schedule", "schedule"));
    case ComponentKind::source: return Message(NS_MESSAGE("kind.source", "data set"));
    case ComponentKind::transform: break;
    }
    return Message(NS_MESSAGE("kind.transform", "transform"));
}

std::string_view commandOf(ComponentKind kind)
{
    switch (kind) {
    case ComponentKind::layer: return "layers";
    case ComponentKind::loss: return "losses";
    case ComponentKind::metric: return "metrics";
    case ComponentKind::optimizer: return "optimizers";
    case ComponentKind::schedule: return "schedules";
    case ComponentKind::source: return "data sources";
    case ComponentKind::transform: break;
    }
    return "transforms";
}

Message unknownComponent(ComponentKind kind, std::string_view id, std::span<const Spec* const> known)
{
    std::vector<std::string> ids;
    for (const Spec* spec : known)
        ids.push_back(spec->id);
    return unknownComponent(kind, id, ids);
}

Message unknownComponent(ComponentKind kind, std::string_view id, std::span<const std::string> known)
{
    if (const std::string nearest = nearestName(id, known); !nearest.empty())
        return Message(NS_MESSAGE("kind.meant", "there is no {0} \"{1}\"; did you mean \"{2}\"?"), wordOf(kind), id, nearest);
    return Message(NS_MESSAGE("kind.unknown", "there is no {0} \"{1}\"; \"netsmith-cli {2}\" lists them"), wordOf(kind), id,
                   commandOf(kind));
}

std::vector<Problem> componentProblems(ComponentKind kind, const Component& component, std::span<const Spec* const> known,
                                       const std::string& place)
{
    std::vector<Problem> problems;
    const auto report = [&](Message sentence) { problems.push_back({Severity::error, {}, {}, std::move(sentence), {}}); };
    const auto spec = std::ranges::find(known, component.id, &Spec::id);
    if (spec == known.end()) {
        report(unknownComponent(kind, component.id, known));
        return problems;
    }
    for (const auto& [name, value] : component.parameters) {
        const ParameterSpec* parameter = (*spec)->parameter(name);
        const std::string nearest = parameter ? std::string() : nearestParameter(name, (*spec)->parameters);
        if (!nearest.empty()) {
            report(Message(NS_MESSAGE("kind.parameter_meant", "{0} \"{1}\" has no parameter \"{2}\"; did you mean \"{3}\"?"),
                           wordOf(kind), component.id, name, nearest));
            if (!component.parameters.contains(nearest))
                problems.back().fix = QuickFix{
                    QuickFix::Kind::renameKey, {}, nearest, {}, {}, (Json::json_pointer(place) / "parameters" / name).to_string()};
        } else if (!parameter) {
            report(Message(NS_MESSAGE("kind.parameter", "{0} \"{1}\" has no parameter \"{2}\"; it has: {3}"), wordOf(kind),
                           component.id, name, parameterNames(**spec)));
        } else if (auto problem = problemOf(*parameter, value)) {
            report(Message(NS_MESSAGE("kind.value", "{0} \"{1}\": {2}"), wordOf(kind), component.id, *problem));
        }
    }
    return problems;
}

} // namespace netsmith
