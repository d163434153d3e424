#include "engine/graph/json/object_format.h"
#include "engine/graph/project/project.h"
#include "engine/graph/project/settings.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

// The file, key by key. What is written here is read in project_reading.cpp.

namespace netsmith {

Json numberJson(double value)
{
    constexpr double exact = 9007199254740992.0; // 2^53
    if (std::trunc(value) == value && std::abs(value) <= exact)
        return static_cast<std::int64_t>(value);
    return value;
}

namespace {

Json valueJson(const ParameterValue& value)
{
    return std::visit([](const auto& held) { return Json(held); }, value);
}

/// The known keys of `object`, then the others. A known one wins; if both are objects, the second one's keys follow.
Json with(Json object, const Json& extra)
{
    auto& entries = object.get_ref<Json::object_t&>();
    std::map<std::string, std::size_t> known;
    for (const auto& entry : entries)
        known.emplace(entry.first, known.size());
    for (const auto& item : extra.items()) {
        const auto found = known.find(item.key());
        if (found == known.end())
            entries.emplace_back(item.key(), item.value());
        else if (Json& there = std::next(entries.begin(), static_cast<std::ptrdiff_t>(found->second))->second;
                 there.is_object() && item.value().is_object())
            for (const auto& inner : item.value().items()) // the user's keys, which are no parameter's name
                addTo(there, inner.key(), inner.value());
    }
    return object;
}

template <class T, class Convert>
Json arrayOf(const std::vector<T>& values, Convert convert)
{
    Json array = Json::array();
    for (const T& value : values)
        array.push_back(convert(value));
    return array;
}

Json position(double x, double y)
{
    return Json::array({numberJson(x), numberJson(y)});
}

Json nodeJson(const Node& node)
{
    Json json = {{"id", node.id}, {"layer", node.layer}, {"version", node.version}};
    if (!node.title.empty())
        json["title"] = node.title;
    if (!node.parameters.empty())
        json["parameters"] = toJson(node.parameters);
    if (!node.shares.empty())
        json["shares"] = node.shares;
    json["position"] = position(node.x, node.y);
    return with(std::move(json), node.extra);
}

Json edgeJson(const Edge& edge)
{
    return with({{"from", Json::array({edge.from.node, edge.from.port})}, {"to", Json::array({edge.to.node, edge.to.port})}},
                edge.extra);
}

Json groupJson(const Group& group)
{
    return with({{"id", group.id}, {"title", group.title}, {"nodes", group.nodes}}, group.extra);
}

Json noteJson(const Note& note)
{
    return with({{"text", note.text}, {"position", position(note.x, note.y)}}, note.extra);
}

Json componentJson(const Component& component)
{
    Json json = {{"id", component.id}};
    if (!component.parameters.empty())
        json["parameters"] = toJson(component.parameters);
    return with(std::move(json), component.extra);
}

Json objectiveJson(const Objective& objective)
{
    Json json = Json::object();
    if (!objective.output.empty())
        json["output"] = objective.output;
    if (objective.learnsField() || objective.target != Objective().target)
        json["target"] = objective.target;
    if (!objective.targetLayer.empty())
        json["target_layer"] = objective.targetLayer;
    if (objective.targetValue)
        json["target_value"] = numberJson(*objective.targetValue);
    json["loss"] = componentJson(objective.loss);
    json["weight"] = numberJson(objective.weight);
    if (!objective.sampleWeight.empty())
        json["sample_weight"] = objective.sampleWeight;
    json["metrics"] = arrayOf(objective.metrics, componentJson);
    if (!objective.groups.empty())
        json["groups"] = objective.groups;
    return with(std::move(json), objective.extra);
}

/// Settings newer than some files: a file that does not need them stays as it was.
constexpr std::string_view cameLater[] = {
    "clip_value", "ema_momentum", "exclude_from_weight_decay", "fp32_layers", "gradient_accumulation_steps", "loss_scale"};

template <class P>
Json settingsJson(const ParameterBuilder<P>& declared, const P& settings)
{
    Json json = Json::object();
    const std::vector<ParameterValue> values = declared.values(settings);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const ParameterSpec& spec = declared.specs()[i];
        if (std::ranges::find(cameLater, spec.name) != std::end(cameLater) && values[i] == spec.defaultValue)
            continue;
        const auto* real = std::get_if<double>(&values[i]);
        json[spec.name] = real ? numberJson(*real) : valueJson(values[i]);
    }
    return json;
}

/// A data set of a fixed place has neither a path nor parameters, and its files say nothing of them; nor of a divisor that each
/// field chooses.
Json dataJson(const DataSettings& data)
{
    Json json = settingsJson(dataSettings(), data);
    if (data.path.empty())
        json.erase("path");
    if (data.validationFile.empty())
        json.erase("validation_file");
    if (data.divide == DataSettings().divide)
        json.erase("divide");
    if (!data.parameters.empty())
        json["parameters"] = toJson(data.parameters);
    if (!data.transforms.empty())
        json["transforms"] = arrayOf(data.transforms, componentJson);
    return with(std::move(json), data.extra);
}

Json blockPortJson(const BlockPort& port)
{
    Json json = {{"name", port.name}, {"end", port.end}};
    if (!port.title.empty())
        json["title"] = port.title;
    if (port.position)
        json["position"] = position(port.position->first, port.position->second);
    return with(std::move(json), port.extra);
}

Json blockJson(const Block& block)
{
    Json json = {{"id", block.id}};
    if (!block.title.empty())
        json["title"] = block.title;
    json["nodes"] = arrayOf(block.nodes, nodeJson);
    json["edges"] = arrayOf(block.edges, edgeJson);
    if (!block.ports.empty())
        json["ports"] = arrayOf(block.ports, blockPortJson);
    return with(std::move(json), block.extra);
}

Json graphJson(const Graph& graph)
{
    Json json = {{"nodes", arrayOf(graph.nodes, nodeJson)},
                 {"edges", arrayOf(graph.edges, edgeJson)},
                 {"groups", arrayOf(graph.groups, groupJson)},
                 {"notes", arrayOf(graph.notes, noteJson)}};
    if (!graph.blocks.empty())
        json["blocks"] = arrayOf(graph.blocks, blockJson);
    return with(std::move(json), graph.extra);
}

Json parameterGroupJson(const ParameterGroup& group)
{
    Json json = settingsJson(groupSettings(), group);
    for (const auto& [key, own] : {std::pair("optimizer", &group.optimizer), {"schedule", &group.schedule}})
        if (!own->id.empty())
            json[key] = componentJson(*own);
    return with(std::move(json), group.extra);
}

Json trainingPhaseJson(const TrainingPhase& phase)
{
    return with(settingsJson(phaseSettings(), phase), phase.extra);
}

Json trainingJson(const TrainingSettings& training)
{
    Json json = settingsJson(trainingSettings(), training);
    if (training.monitor.empty())
        json.erase("monitor");
    if (training.checkpointEvery == 0)
        json.erase("checkpoint_every");
    json["objectives"] = arrayOf(training.objectives, objectiveJson);
    json["optimizer"] = componentJson(training.optimizer);
    json["schedule"] = componentJson(training.schedule);
    if (!training.groups.empty())
        json["groups"] = arrayOf(training.groups, parameterGroupJson);
    if (!training.phases.empty())
        json["phases"] = arrayOf(training.phases, trainingPhaseJson);
    if (training.earlyStopping != EarlyStopping{}) // files from before this existed stay as they are
        json["early_stopping"] = with(settingsJson(earlyStoppingSettings(), training.earlyStopping), training.earlyStopping.extra);
    if (training.pruning != PruningSchedule{})
        json["pruning"] = with(settingsJson(pruningSettings(), training.pruning), training.pruning.extra);
    return with(std::move(json), training.extra);
}

Json wordsJson(const ProjectWords& words)
{
    Json json = Json::object();
    for (const auto& [key, text] : {std::pair("title", &words.title), {"description", &words.description}, {"goal", &words.goal}})
        if (!text->empty())
            json[key] = *text;
    return with(std::move(json), words.extra);
}

} // namespace

Json toJson(const ParameterMap& parameters)
{
    Json json = Json::object();
    for (const auto& [name, value] : parameters)
        json.get_ref<Json::object_t&>().emplace_back(name, valueJson(value)); // the names differ: no lookup needed
    return json;
}

std::string toJson(const Project& project)
{
    Json json = {{"netsmith", Project::schemaVersion}};
    if (!project.schema.empty())
        json["$schema"] = project.schema;
    json["title"] = project.title;
    json["description"] = project.description;
    json["goal"] = project.goal;
    json["graph"] = graphJson(project.graph);
    json["data"] = dataJson(project.data);
    json["training"] = trainingJson(project.training);
    for (const auto& [language, words] : project.translations)
        json["translations"][language] = wordsJson(words);
    return writeJson(with(std::move(json), project.extra));
}

} // namespace netsmith
