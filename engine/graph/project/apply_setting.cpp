#include "engine/graph/json/json_object.h"
#include "engine/graph/nearest_name.h"
#include "engine/graph/project/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace netsmith {
namespace {

template <class T>
std::optional<T> parsed(std::string_view text)
{
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

/// "3,3", "3x3" or "3×3".
std::optional<std::vector<std::int64_t>> parsedSizes(std::string_view text)
{
    std::vector<std::int64_t> sizes;
    for (;;) {
        std::size_t end = std::min(text.find_first_of(",x"), text.find("×"));
        const auto size = parsed<std::int64_t>(text.substr(0, end));
        if (!size)
            return std::nullopt;
        sizes.push_back(*size);
        if (end >= text.size())
            return sizes;
        text.remove_prefix(end + (text.substr(end).starts_with("×") ? std::string_view("×").size() : 1));
    }
}

/// "1,2.5,1"
std::optional<std::vector<double>> parsedReals(std::string_view text)
{
    std::vector<double> reals;
    for (;;) {
        const std::size_t end = text.find(',');
        const auto real = parsed<double>(text.substr(0, end));
        if (!real)
            return std::nullopt;
        reals.push_back(*real);
        if (end == std::string_view::npos)
            return reals;
        text.remove_prefix(end + 1);
    }
}

/// "dense_1,dense_2"; with spaces as well.
std::vector<std::string> parsedNames(std::string_view text)
{
    constexpr std::string_view between = " ,";
    std::vector<std::string> names;
    for (std::size_t at = 0; (at = text.find_first_not_of(between, at)) != std::string_view::npos;) {
        const std::size_t end = std::min(text.find_first_of(between, at), text.size());
        names.emplace_back(text.substr(at, end - at));
        at = end;
    }
    return names;
}

/// The type of a value follows from how it is written.
ParameterValue valueFrom(std::string_view text)
{
    if (text == "true" || text == "false")
        return text == "true";
    if (const auto integer = parsed<std::int64_t>(text))
        return *integer;
    if (const auto real = parsed<double>(text))
        return *real; // also nan and inf, which validation rejects with its own message
    if (auto sizes = parsedSizes(text))
        return std::move(*sizes);
    if (auto reals = parsedReals(text))
        return std::move(*reals);
    if (text.starts_with('[') || text.starts_with('"'))
        return parameterFrom(readJson(text).take(), "");
    return std::string(text);
}

ParameterValue valueOf(const ParameterSpec& spec, std::string_view text)
{
    if (spec.type == ParameterType::text || spec.type == ParameterType::choice)
        return std::string(text);
    if (spec.type == ParameterType::names && !text.starts_with('['))
        return parsedNames(text);
    return valueFrom(text);
}

std::string pathOf(std::string_view section, std::string_view name)
{
    return fmt::format("{}.{}", section, name);
}

[[noreturn]] void refuseForAnother(std::string_view given, std::string_view meant)
{
    refuse(NS_MESSAGE("set.meant", "there is no setting \"{0}\"; did you mean \"{1}\"?"), given, meant);
}

using SettingOf = std::function<std::string(const std::string& name)>;

template <class P>
void set(const ParameterBuilder<P>& declared, P& settings, std::string_view section, std::string_view name, std::string_view text,
         const SettingOf& settingOf = {})
{
    std::vector<std::string> known;
    for (const ParameterSpec& spec : declared.specs()) {
        if (spec.name == name) {
            const ParameterValue value = valueOf(spec, text);
            if (const auto problem = problemOf(spec, value))
                throw Error(ErrorKind::input, NS_MESSAGE("set.value", "{0}.{1}"), section, *problem);
            declared.assign(settings, name, value);
            return;
        }
        known.push_back(spec.name);
    }
    const std::string near = nearestName(name, known);
    const std::string elsewhere = settingOf ? settingOf(std::string(name)) : std::string();
    if (!elsewhere.empty() && (near.empty() || elsewhere.ends_with(pathOf("", name))))
        refuseForAnother(pathOf(section, name), elsewhere);
    if (!near.empty())
        refuseForAnother(pathOf(section, name), pathOf(section, near));
    throw Error(ErrorKind::input, NS_MESSAGE("set.name", "{0} has no setting \"{1}\"; there are: {2}"), section, name,
                fmt::format("{}", fmt::join(known, ", ")));
}

/// "optimizer=sgd" switches to another one with its defaults, "optimizer.momentum=0.9" sets a parameter.
void setComponent(Component& component, std::string_view name, std::string_view text)
{
    if (name.empty())
        component = {std::string(text), {}, Json::object()};
    else
        component.parameters[std::string(name)] = valueFrom(text);
}

/// "data.source=csv" switches to another one with its defaults, "data.source.header=false" sets a parameter of its own.
void setData(DataSettings& data, std::string_view name, std::string_view text)
{
    constexpr std::string_view own = "source.";
    if (name.starts_with(own)) {
        data.parameters[std::string(name.substr(own.size()))] = valueFrom(text);
        return;
    }
    const auto& declared = dataSettings().specs();
    if (std::ranges::find(declared, name, &ParameterSpec::name) == declared.end()) {
        std::string names;
        for (const ParameterSpec& spec : declared)
            names += (names.empty() ? "" : ", ") + spec.name;
        throw Error(
            ErrorKind::input,
            NS_MESSAGE("set.data",
                       "data has no setting \"{0}\"; there are: {1}; what belongs to the data source is set as data.source.{0}"),
            name, names);
    }
    set(dataSettings(), data, "data", name, text);
    if (name == "source")
        data.parameters.clear();
}

Objective& onlyObjective(TrainingSettings& training, std::string_view section)
{
    if (training.objectives.size() != 1)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("set.loss", "the project has {0:loss|losses}, so \"{1}\" names none of them; edit the file"),
                    training.objectives.size(), std::string(section));
    return training.objectives[0];
}

/// "groups.head.learning_rate_multiplier=0.1": the first word of what follows the section names one of its parts.
template <class Part>
std::pair<Part&, std::string_view> partOf(std::vector<Part>& parts, std::string_view section, std::string_view name)
{
    const std::string_view own = name.substr(0, name.find('.'));
    const auto found = std::ranges::find(parts, own, &Part::name);
    if (found != parts.end())
        return {*found, name.size() > own.size() ? name.substr(own.size() + 1) : std::string_view()};
    std::vector<std::string> names;
    for (const Part& part : parts)
        names.push_back(part.name);
    if (const std::string near = nearestName(own, names); !near.empty())
        refuseForAnother(pathOf(section, name), pathOf(section, near + std::string(name.substr(own.size()))));
    if (names.empty())
        refuse(NS_MESSAGE("set.no_parts", "the project has no {0} to set; edit the file"), section);
    refuse(NS_MESSAGE("set.part", "there is no \"{1}\" among the {0} of the project; there are: {2}"), section, own,
           fmt::format("{}", fmt::join(names, ", ")));
}

/// A group's optimizer and schedule are set as those of the training are.
void setGroup(TrainingSettings& training, std::string_view name, std::string_view text)
{
    const auto [group, setting] = partOf(training.groups, "groups", name);
    const std::string_view component = setting.substr(0, setting.find('.'));
    const std::string_view own = setting.size() > component.size() ? setting.substr(component.size() + 1) : std::string_view();
    if (component == "optimizer")
        return setComponent(group.optimizer, own, text);
    if (component == "schedule")
        return setComponent(group.schedule, own, text);
    set(groupSettings(), group, pathOf("groups", group.name), setting, text);
}

void setPhase(TrainingSettings& training, std::string_view name, std::string_view text)
{
    const auto [phase, setting] = partOf(training.phases, "phases", name);
    set(phaseSettings(), phase, pathOf("phases", phase.name), setting, text);
}

/// Parts of the training that are set by their own names, wherever they are in the file.
constexpr std::string_view ownSections[] = {"optimizer",      "schedule", "loss",   "sample_weight",
                                            "early_stopping", "pruning",  "groups", "phases"};

/// `rest` is what follows the name: ".units".
[[noreturn]] void refuseUnknown(const Graph& graph, std::string_view given, std::string_view rest)
{
    std::vector<std::string> names{"training", "data"};
    names.insert(names.end(), std::begin(ownSections), std::end(ownSections));
    const std::string sections = fmt::format("{}", fmt::join(names, ", "));
    for (const Node& node : graph.nodes)
        names.push_back(node.id);
    if (const std::string near = nearestName(given, names); !near.empty())
        refuseForAnother(fmt::format("{}{}", given, rest), fmt::format("{}{}", near, rest));
    refuse(NS_MESSAGE("set.node", "there is no layer \"{0}\" to set; name {1} or the id of a layer"), given, sections);
}

} // namespace

void applySetting(Project& project, std::string_view assignment, const SettingOf& settingOf)
{
    const std::size_t equals = assignment.find('=');
    if (equals == std::string_view::npos)
        throw Error(ErrorKind::usage, NS_MESSAGE("set.syntax", "expected \"node.parameter=value\", got \"{0}\""), assignment);
    const std::string_view path = assignment.substr(0, equals);
    const std::string_view value = assignment.substr(equals + 1);
    const std::size_t dot = path.find('.');
    const std::string_view section = path.substr(0, dot);
    const std::string_view name = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);

    if (section == "optimizer")
        return setComponent(project.training.optimizer, name, value);
    if (section == "schedule")
        return setComponent(project.training.schedule, name, value);
    if (section == "loss")
        return setComponent(onlyObjective(project.training, section).loss, name, value);
    if (path == "sample_weight") {
        onlyObjective(project.training, section).sampleWeight = value;
        return;
    }
    if (section == "training") {
        if (std::ranges::find(ownSections, name.substr(0, name.find('.'))) != std::end(ownSections))
            refuseForAnother(path, name);
        return set(trainingSettings(), project.training, section, name, value, settingOf);
    }
    if (section == "early_stopping")
        return set(earlyStoppingSettings(), project.training.earlyStopping, section, name, value);
    if (section == "pruning")
        return set(pruningSettings(), project.training.pruning, section, name, value);
    if (section == "groups")
        return setGroup(project.training, name, value);
    if (section == "phases")
        return setPhase(project.training, name, value);
    if (section == "data")
        return setData(project.data, name, value);
    Node* node = project.graph.find(section);
    if (!node)
        refuseUnknown(project.graph, section, path.substr(section.size()));
    if (name.empty())
        throw Error(ErrorKind::usage, NS_MESSAGE("set.syntax", "expected \"node.parameter=value\", got \"{0}\""), assignment);
    if (name == "shares")
        node->shares = value;
    else
        node->parameters[std::string(name)] = valueFrom(value);
}

} // namespace netsmith
