#include "engine/graph/project_format.h"

#include "engine/graph/settings.h"

#include <fmt/format.h>

#include <deque>

namespace netsmith {
namespace {

using Holds = KeyFormat::Holds;

PortRef portFrom(const Json& json, const std::string& pointer)
{
    const auto& pair = arrayFrom(json, pointer);
    if (pair.size() != 2)
        throwType(json, pointer, NS_MESSAGE("json.port", "a node's id and a port"));
    return {textFrom(pair[0], pointerTo(pointer, std::size_t{0})), textFrom(pair[1], pointerTo(pointer, std::size_t{1}))};
}

void readVersion(Node& node, const Json& json, const std::string& pointer, FormatErrors&)
{
    const std::int64_t version = integerFrom(json, pointer);
    if (!std::in_range<int>(version))
        throwType(json, pointer, NS_MESSAGE("json.small_integer", "a small integer"));
    node.version = static_cast<int>(version);
}

const ObjectFormat<Node>& nodeFormat()
{
    static const auto format =
        ObjectFormat<Node>("node", "A layer of the network or of a block.")
            .text("id", &Node::id,
                  "What wires, settings and checkpoints call it: 1 to 64 letters, digits, _ or -, which no other layer has.")
            .required()
            .text("layer", &Node::layer, "Which layer it is.")
            .required()
            .names(ComponentKind::layer, "layer", &Node::layer)
            .key({"version", "The version of the layer that the file was written with; 1 where it is absent.", Holds::integer},
                 readVersion)
            .text("title", &Node::title, "What people call it.")
            .parameters(&Node::parameters, "The layer's parameters by name; those that are absent have their defaults.")
            .position(&Node::x, &Node::y, "Where it stands on the canvas: x and y.")
            .text("shares", &Node::shares, "The id of a layer of the same kind whose weights it uses.");
    return format;
}

const ObjectFormat<Edge>& edgeFormat()
{
    static const auto format =
        ObjectFormat<Edge>("edge", "A wire from an output of a layer to an input of another.")
            .key({"from", "A layer's id and one of its outputs; in a block the id \"\" stands for the block's own input.",
                  Holds::port},
                 [](Edge& edge, const Json& json, const std::string& pointer, FormatErrors&) {
                     edge.from = portFrom(json, pointer);
                 })
            .required()
            .key({"to", "A layer's id and one of its inputs; in a block the id \"\" stands for the block's own output.",
                  Holds::port},
                 [](Edge& edge, const Json& json, const std::string& pointer, FormatErrors&) { edge.to = portFrom(json, pointer); })
            .required();
    return format;
}

/// Checks what only the canvas reads and leaves it among the object's other keys.
template <class T>
typename ObjectFormat<T>::Read keepPair(std::string key)
{
    return [key = std::move(key)](T& out, const Json& json, const std::string& pointer, FormatErrors&) {
        positionFrom(json, pointer);
        addTo(out.extra, key, json);
    };
}

const ObjectFormat<Group>& groupFormat()
{
    static const auto format =
        ObjectFormat<Group>("group", "A frame around layers of the canvas.")
            .text("id", &Group::id, "What the file calls it.")
            .text("title", &Group::title, "What people call it.")
            .texts("nodes", &Group::nodes, "The ids of the layers in it.")
            .key({"position", "Where its corner stands on the canvas, x and y, where it is larger than its layers need.",
                  Holds::position},
                 keepPair<Group>("position"))
            .key({"size", "How wide and high it is, then.", Holds::position}, keepPair<Group>("size"))
            .key({"color", "Its colour: grey (where it is absent), blue, green, orange, violet or pink.", Holds::text},
                 [](Group& out, const Json& json, const std::string& pointer, FormatErrors&) {
                     textFrom(json, pointer);
                     addTo(out.extra, "color", json);
                 });
    return format;
}

const ObjectFormat<Note>& noteFormat()
{
    static const auto format =
        ObjectFormat<Note>("note", "A remark on the canvas.")
            .text("text", &Note::text, "What it says.")
            .position(&Note::x, &Note::y, "Where it stands on the canvas: x and y.")
            .key({"size", "How wide and at least how high it is; 200 and 60 where it is absent.", Holds::position},
                 keepPair<Note>("size"));
    return format;
}

const ObjectFormat<BlockPort>& blockPortFormat()
{
    static const auto format =
        ObjectFormat<BlockPort>("block_port", "One of a block's own ends, as the canvas shows it inside the block.")
            .text("name", &BlockPort::name, "The port's name.")
            .required()
            .text("end", &BlockPort::end, "input or output.")
            .text("title", &BlockPort::title, "What people call it.")
            .key({"position", "Where it stands on the canvas: x and y.", Holds::position},
                 [](BlockPort& out, const Json& json, const std::string& pointer, FormatErrors&) {
                     out.position = positionFrom(json, pointer);
                 });
    return format;
}

const ObjectFormat<Block>& blockFormat()
{
    static const auto format =
        ObjectFormat<Block>("block", "A piece of network that is drawn once and stands wherever a layer \"block\" names it.")
            .text("id", &Block::id, "What layers name it by.")
            .required()
            .text("title", &Block::title, "What people call it.")
            .objects("nodes", &Block::nodes, nodeFormat(), "Its layers.")
            .objects("edges", &Block::edges, edgeFormat(), "Its wires.")
            .objects("ports", &Block::ports, blockPortFormat(), "Its own ends, in their order.");
    return format;
}

const ObjectFormat<Graph>& graphFormat()
{
    static const auto format = ObjectFormat<Graph>("graph", "The network as it is drawn.")
                                   .objects("nodes", &Graph::nodes, nodeFormat(), "The layers.")
                                   .objects("edges", &Graph::edges, edgeFormat(), "The wires.")
                                   .objects("groups", &Graph::groups, groupFormat(), "Frames around layers.")
                                   .objects("notes", &Graph::notes, noteFormat(), "Remarks on the canvas.")
                                   .objects("blocks", &Graph::blocks, blockFormat(), "The blocks that layers may stand for.");
    return format;
}

/// One for each kind: what they may hold is the same, what they name is not.
const ObjectFormat<Component>& componentFormat(ComponentKind kind)
{
    static const auto formats = [] {
        std::deque<ObjectFormat<Component>> all;
        for (const ComponentKind each : componentKinds) {
            const std::string name(nameOf(each));
            all.push_back(
                ObjectFormat<Component>(name, fmt::format("A {} and its parameters.", name))
                    .text("id", &Component::id, fmt::format("Which {} it is.", name))
                    .required()
                    .names(each, "id", &Component::id)
                    .parameters(&Component::parameters, "Its parameters by name; those that are absent have their defaults."));
        }
        return all;
    }();
    return formats[static_cast<std::size_t>(kind)];
}

const ObjectFormat<Objective>& objectiveFormat()
{
    static const auto format =
        ObjectFormat<Objective>("objective", "Binds an output of the network to a loss and a field of the data set.")
            .text("output", &Objective::output, "The id of the layer that is judged; the network's only output where it is absent.")
            .text("target", &Objective::target, "The field of the data set that it learns; \"label\" where it is absent.")
            .text("target_layer", &Objective::targetLayer,
                  "Instead of a field: the id of a layer whose output it learns, through which no gradient goes back.")
            .key({"target_value", "Instead of a field: what every number of the output is to be.", Holds::number},
                 [](Objective& out, const Json& json, const std::string& pointer, FormatErrors&) {
                     out.targetValue = numberFrom(json, pointer);
                 })
            .object("loss", &Objective::loss, componentFormat(ComponentKind::loss), "What is made small.")
            .required()
            .number("weight", &Objective::weight, "What the loss is multiplied by where there are several; 1 where it is absent.")
            .text("sample_weight", &Objective::sampleWeight, "A field of one number a sample, by which its loss is multiplied.")
            .objects("metrics", &Objective::metrics, componentFormat(ComponentKind::metric),
                     "What is measured beside the loss; accuracy where it is absent.")
            .texts("groups", &Objective::groups, "The parameter groups that its loss trains; all weights where it is absent.");
    return format;
}

const ObjectFormat<DataSettings>& dataFormat()
{
    static const auto format = ObjectFormat<DataSettings>("data", "Which data set, and what is done to it.")
                                   .settings(dataSettings())
                                   .names(ComponentKind::source, "source", &DataSettings::source)
                                   .parameters(&DataSettings::parameters, "The parameters of the data source by name.")
                                   .objects("transforms", &DataSettings::transforms, componentFormat(ComponentKind::transform),
                                            "What is done to images, one after the other.");
    return format;
}

const ObjectFormat<EarlyStopping>& earlyStoppingFormat()
{
    static const auto format =
        ObjectFormat<EarlyStopping>("early_stopping", "When a run ends before its last epoch.").settings(earlyStoppingSettings());
    return format;
}

const ObjectFormat<ParameterGroup>& parameterGroupFormat()
{
    static const auto format = ObjectFormat<ParameterGroup>("parameter_group", "Layers that are trained otherwise than the rest.")
                                   .settings(groupSettings())
                                   .object("optimizer", &ParameterGroup::optimizer, componentFormat(ComponentKind::optimizer),
                                           "What changes their weights; that of the other layers where it is absent.")
                                   .object("schedule", &ParameterGroup::schedule, componentFormat(ComponentKind::schedule),
                                           "How their learning rate changes; as that of the other layers where it is absent.");
    return format;
}

const ObjectFormat<TrainingPhase>& trainingPhaseFormat()
{
    static const auto format =
        ObjectFormat<TrainingPhase>("training_phase", "A part of a training in which some weights are trained.")
            .settings(phaseSettings());
    return format;
}

const ObjectFormat<TrainingSettings>& trainingFormat()
{
    static const auto format =
        ObjectFormat<TrainingSettings>("training", "How the network is trained.")
            .settings(trainingSettings())
            .objects("objectives", &TrainingSettings::objectives, objectiveFormat(), "What the outputs learn.")
            .object("optimizer", &TrainingSettings::optimizer, componentFormat(ComponentKind::optimizer),
                    "What changes the weights.")
            .object("schedule", &TrainingSettings::schedule, componentFormat(ComponentKind::schedule),
                    "How the learning rate changes.")
            .objects("groups", &TrainingSettings::groups, parameterGroupFormat(),
                     "Layers that are trained otherwise than the rest.")
            .objects(
                "phases", &TrainingSettings::phases, trainingPhaseFormat(),
                "Parts of the training, in which some of the groups are trained; one that trains all weights where it is absent.")
            .object("early_stopping", &TrainingSettings::earlyStopping, earlyStoppingFormat(),
                    "When the run ends before its last epoch.");
    return format;
}

const ObjectFormat<ProjectWords>& wordsFormat()
{
    static const auto format = ObjectFormat<ProjectWords>("words", "What people read of a project, in one language.")
                                   .text("title", &ProjectWords::title, "The title.")
                                   .text("description", &ProjectWords::description, "What it is about.")
                                   .text("goal", &ProjectWords::goal, "What it must reach.");
    return format;
}

} // namespace

const ObjectFormat<Project>& projectFormat()
{
    static const auto format = ObjectFormat<Project>("project", "A Netsmith project: a network, its data and how it is trained.")
                                   .key({"netsmith", "The version of this format: 2.", Holds::integer},
                                        [](Project&, const Json&, const std::string&, FormatErrors&) {})
                                   .required()
                                   .text("$schema", &Project::schema, "Where an editor finds the JSON schema of this format.")
                                   .text("title", &Project::title, "The title.")
                                   .text("description", &Project::description, "What it is about.")
                                   .text("goal", &Project::goal, "What it must reach, in a line.")
                                   .object("graph", &Project::graph, graphFormat(), "The network.")
                                   .object("data", &Project::data, dataFormat(), "The data set.")
                                   .object("training", &Project::training, trainingFormat(), "The training.")
                                   .named("translations", &Project::translations, wordsFormat(),
                                          "Title, description and goal in other languages, by their codes (\"zh_CN\").");
    return format;
}

std::vector<UnknownKey> unknownKeys(const Project& project)
{
    constexpr std::string_view nodes = "/graph/nodes/";
    constexpr std::size_t most = 1000; // of which people read some
    std::vector<UnknownKey> unknown;
    projectFormat().walk(project, {}, [&](const SeenObject& seen) {
        for (const auto& item : seen.extra.items()) {
            if (unknown.size() == most || item.key().starts_with(freePrefix) || seen.format.key(item.key()))
                continue;
            const std::string place = seen.place.pointer();
            UnknownKey& found = unknown.emplace_back(
                UnknownKey{pointerTo(place, item.key()), item.key(), &seen.format, seen.component ? *seen.component : "", ""});
            if (place.starts_with(nodes))
                found.node = project.graph.nodes[seen.place.index].id;
        }
    });
    return unknown;
}

} // namespace netsmith
