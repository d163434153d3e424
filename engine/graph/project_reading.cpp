#include "engine/graph/json/json_object.h"
#include "engine/graph/project.h"
#include "engine/graph/settings.h"

// The reverse of project_writing.cpp. What is absent has its default.

namespace netsmith {
namespace {

/// Reads every element of the array at `key` with `read(value, pointer)`.
template <class T, class Read>
std::vector<T> vectorFrom(JsonObject& object, std::string_view key, Read read)
{
    std::vector<T> out;
    for (const Json& value : object.array(key))
        out.push_back(read(value, pointerTo(object.at(key), out.size())));
    return out;
}

ParameterMap parametersFrom(const Json& json, const std::string& pointer)
{
    ParameterMap parameters;
    const JsonObject object(json, pointer);
    for (const auto& item : json.items())
        parameters[item.key()] = parameterFrom(item.value(), object.at(item.key()));
    return parameters;
}

ParameterMap parametersAt(JsonObject& object)
{
    const Json* json = object.take("parameters");
    return json ? parametersFrom(*json, object.at("parameters")) : ParameterMap();
}

void readPosition(JsonObject& object, double& x, double& y)
{
    const Json* json = object.take("position");
    if (!json)
        return;
    const std::string pointer = object.at("position");
    const auto& pair = arrayFrom(*json, pointer);
    if (pair.size() != 2)
        throwType(*json, pointer, NS_MESSAGE("json.position", "two numbers"));
    x = numberFrom(pair[0], pointerTo(pointer, std::size_t{0}));
    y = numberFrom(pair[1], pointerTo(pointer, std::size_t{1}));
}

PortRef portAt(JsonObject& object, std::string_view key)
{
    const Json& json = object.require(key);
    const std::string pointer = object.at(key);
    const auto& pair = arrayFrom(json, pointer);
    if (pair.size() != 2)
        throwType(json, pointer, NS_MESSAGE("json.port", "a node's id and a port"));
    return {textFrom(pair[0], pointerTo(pointer, std::size_t{0})), textFrom(pair[1], pointerTo(pointer, std::size_t{1}))};
}

Node nodeFrom(const Json& json, const std::string& pointer)
{
    JsonObject object(json, pointer);
    Node node;
    node.id = object.requiredText("id");
    node.layer = object.requiredText("layer");
    const std::int64_t version = object.integer("version", 1);
    if (!std::in_range<int>(version))
        throwType(json["version"], object.at("version"), NS_MESSAGE("json.small_integer", "a small integer"));
    node.version = static_cast<int>(version);
    node.title = object.text("title");
    node.parameters = parametersAt(object);
    readPosition(object, node.x, node.y);
    node.shares = object.text("shares");
    node.extra = object.rest();
    return node;
}

Edge edgeFrom(const Json& json, const std::string& pointer)
{
    JsonObject object(json, pointer);
    Edge edge;
    edge.from = portAt(object, "from");
    edge.to = portAt(object, "to");
    edge.extra = object.rest();
    return edge;
}

Group groupFrom(const Json& json, const std::string& pointer)
{
    JsonObject object(json, pointer);
    Group group;
    group.id = object.text("id");
    group.title = object.text("title");
    group.nodes = vectorFrom<std::string>(object, "nodes", textFrom);
    group.extra = object.rest();
    return group;
}

Note noteFrom(const Json& json, const std::string& pointer)
{
    JsonObject object(json, pointer);
    Note note;
    note.text = object.text("text");
    readPosition(object, note.x, note.y);
    note.extra = object.rest();
    return note;
}

Block blockFrom(const Json& json, const std::string& pointer)
{
    JsonObject object(json, pointer);
    Block block;
    block.id = object.requiredText("id");
    block.title = object.text("title");
    block.nodes = vectorFrom<Node>(object, "nodes", nodeFrom);
    block.edges = vectorFrom<Edge>(object, "edges", edgeFrom);
    block.extra = object.rest();
    return block;
}

Component componentFrom(const Json& json, const std::string& pointer)
{
    JsonObject object(json, pointer);
    Component component;
    component.id = object.requiredText("id");
    component.parameters = parametersAt(object);
    component.extra = object.rest();
    return component;
}

Objective objectiveFrom(const Json& json, const std::string& pointer)
{
    JsonObject object(json, pointer);
    Objective objective;
    objective.output = object.text("output");
    objective.target = object.text("target", objective.target);
    objective.loss = componentFrom(object.require("loss"), object.at("loss"));
    objective.weight = object.number("weight", objective.weight);
    objective.sampleWeight = object.text("sample_weight");
    objective.metrics = vectorFrom<Component>(object, "metrics", componentFrom);
    objective.extra = object.rest();
    return objective;
}

MessageTemplate kindOf(ParameterType type)
{
    switch (type) {
    case ParameterType::boolean: return NS_MESSAGE("json.boolean", "true or false");
    case ParameterType::integer: return NS_MESSAGE("json.whole", "an integer");
    case ParameterType::real: return NS_MESSAGE("json.number", "a number");
    case ParameterType::sizes: return NS_MESSAGE("json.sizes", "an array of integers");
    case ParameterType::reals: return NS_MESSAGE("json.reals", "an array of numbers");
    case ParameterType::choice:
    case ParameterType::text: break;
    }
    return NS_MESSAGE("json.text", "a text");
}

/// Reads the declared settings that are there. Their types are checked here, their ranges by `settingsProblems`.
template <class P>
void readSettings(JsonObject& object, const ParameterBuilder<P>& declared, P& settings)
{
    for (const ParameterSpec& spec : declared.specs()) {
        const Json* json = object.take(spec.name);
        if (!json)
            continue;
        const ParameterValue value = parameterFrom(*json, object.at(spec.name));
        if (!hasType(spec, value))
            throwType(*json, object.at(spec.name), kindOf(spec.type));
        declared.assign(settings, spec.name, value);
    }
}

Graph graphFrom(const Json& json, const std::string& pointer)
{
    JsonObject object(json, pointer);
    Graph graph;
    graph.nodes = vectorFrom<Node>(object, "nodes", nodeFrom);
    graph.edges = vectorFrom<Edge>(object, "edges", edgeFrom);
    graph.groups = vectorFrom<Group>(object, "groups", groupFrom);
    graph.notes = vectorFrom<Note>(object, "notes", noteFrom);
    graph.blocks = vectorFrom<Block>(object, "blocks", blockFrom);
    graph.extra = object.rest();
    return graph;
}

DataSettings dataFrom(const Json& json, const std::string& pointer)
{
    JsonObject object(json, pointer);
    DataSettings data;
    readSettings(object, dataSettings(), data);
    data.parameters = parametersAt(object);
    data.transforms = vectorFrom<Component>(object, "transforms", componentFrom);
    data.extra = object.rest();
    return data;
}

EarlyStopping earlyStoppingFrom(const Json& json, const std::string& pointer)
{
    JsonObject object(json, pointer);
    EarlyStopping settings;
    readSettings(object, earlyStoppingSettings(), settings);
    settings.extra = object.rest();
    return settings;
}

TrainingSettings trainingFrom(const Json& json, const std::string& pointer)
{
    JsonObject object(json, pointer);
    TrainingSettings training;
    readSettings(object, trainingSettings(), training);
    if (object.take("objectives"))
        training.objectives = vectorFrom<Objective>(object, "objectives", objectiveFrom);
    if (const Json* optimizer = object.take("optimizer"))
        training.optimizer = componentFrom(*optimizer, object.at("optimizer"));
    if (const Json* schedule = object.take("schedule"))
        training.schedule = componentFrom(*schedule, object.at("schedule"));
    if (const Json* early = object.take("early_stopping"))
        training.earlyStopping = earlyStoppingFrom(*early, object.at("early_stopping"));
    training.extra = object.rest();
    return training;
}

void checkSchema(JsonObject& object)
{
    const Json* version = object.take("netsmith");
    if (!version)
        throw Error(
            ErrorKind::input,
            NS_MESSAGE("project.schema", "this is no Netsmith project: the key \"netsmith\" with its schema version is missing"));
    const std::int64_t schema = integerFrom(*version, object.at("netsmith"));
    if (schema > Project::schemaVersion)
        throw Error(
            ErrorKind::input,
            NS_MESSAGE("project.newer",
                       "this project has schema version {0}, but this Netsmith reads up to {1}; open it with the newer Netsmith "
                       "that wrote it"),
            schema, Project::schemaVersion);
    if (schema < 1)
        throw Error(ErrorKind::input, NS_MESSAGE("project.version", "/netsmith: there is no schema version {0}; the first is 1"),
                    schema);
}

Project projectFrom(const Json& json)
{
    JsonObject object(json, "");
    checkSchema(object);
    Project project;
    project.title = object.text("title");
    project.description = object.text("description");
    project.goal = object.text("goal");
    if (const Json* graph = object.take("graph"))
        project.graph = graphFrom(*graph, object.at("graph"));
    if (const Json* data = object.take("data"))
        project.data = dataFrom(*data, object.at("data"));
    if (const Json* training = object.take("training"))
        project.training = trainingFrom(*training, object.at("training"));
    project.extra = object.rest();
    return project;
}

} // namespace

ParameterMap parametersFromJson(const Json& object)
{
    return parametersFrom(object, "");
}

Expected<Project> projectFromJson(std::string_view text)
{
    try {
        return projectFrom(readJson(text).take());
    } catch (const Error& error) {
        return error;
    }
}

} // namespace netsmith
