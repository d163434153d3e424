#include "engine/graph/project/project_format.h"

#include "engine/graph/project/settings.h"

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
                  "The id by which wires, settings and checkpoints refer to it: 1 to 64 letters, digits, _ or -, unique among the "
                  "layers.")
            .required()
            .text("layer", &Node::layer, "Which layer it is.")
            .required()
            .names(ComponentKind::layer, "layer", &Node::layer)
            .key({"version", "The version of the layer that the file was written with; 1 if omitted.", Holds::integer}, readVersion)
            .text("title", &Node::title, "The name to display.")
            .parameters(&Node::parameters, "The layer's parameters by name; those omitted have their defaults.")
            .position(&Node::x, &Node::y, "Its position on the canvas: x and y.")
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
            .text("id", &Group::id, "Its id in the file.")
            .text("title", &Group::title, "The name to display.")
            .texts("nodes", &Group::nodes, "The ids of the layers in it.")
            .key({"position", "The position of its corner on the canvas, x and y, if it is larger than its layers need.",
                  Holds::position},
                 keepPair<Group>("position"))
            .key({"size", "Its width and height in that case.", Holds::position}, keepPair<Group>("size"))
            .key({"color", "Its color: grey (if omitted), blue, green, orange, violet or pink.", Holds::text},
                 [](Group& out, const Json& json, const std::string& pointer, FormatErrors&) {
                     textFrom(json, pointer);
                     addTo(out.extra, "color", json);
                 });
    return format;
}

const ObjectFormat<Note>& noteFormat()
{
    static const auto format =
        ObjectFormat<Note>("note", "A note on the canvas.")
            .text("text", &Note::text, "What it says.")
            .position(&Note::x, &Note::y, "Its position on the canvas: x and y.")
            .key({"size", "Its width and minimum height; 200 and 60 if omitted.", Holds::position}, keepPair<Note>("size"));
    return format;
}

const ObjectFormat<BlockPort>& blockPortFormat()
{
    static const auto format =
        ObjectFormat<BlockPort>("block_port", "An input or output of a block, as the canvas shows it inside the block.")
            .text("name", &BlockPort::name, "The port's name.")
            .required()
            .text("end", &BlockPort::end, "input or output.")
            .text("title", &BlockPort::title, "The name to display.")
            .key({"position", "Its position on the canvas: x and y.", Holds::position},
                 [](BlockPort& out, const Json& json, const std::string& pointer, FormatErrors&) {
                     out.position = positionFrom(json, pointer);
                 });
    return format;
}

const ObjectFormat<Block>& blockFormat()
{
    static const auto format =
        ObjectFormat<Block>("block", "A part of a network that is drawn once and used wherever a layer \"block\" names it.")
            .text("id", &Block::id, "The id by which layers refer to it.")
            .required()
            .text("title", &Block::title, "The name to display.")
            .objects("nodes", &Block::nodes, nodeFormat(), "Its layers.")
            .objects("edges", &Block::edges, edgeFormat(), "Its wires.")
            .objects("ports", &Block::ports, blockPortFormat(), "Its inputs and outputs, in order.");
    return format;
}

const ObjectFormat<Graph>& graphFormat()
{
    static const auto format = ObjectFormat<Graph>("graph", "The network as it is drawn.")
                                   .objects("nodes", &Graph::nodes, nodeFormat(), "The layers.")
                                   .objects("edges", &Graph::edges, edgeFormat(), "The wires.")
                                   .objects("groups", &Graph::groups, groupFormat(), "Frames around layers.")
                                   .objects("notes", &Graph::notes, noteFormat(), "Notes on the canvas.")
                                   .objects("blocks", &Graph::blocks, blockFormat(), "The blocks that layers can stand for.");
    return format;
}

/// One for each kind: their contents are the same, what they name is not.
const ObjectFormat<Component>& componentFormat(ComponentKind kind)
{
    static const auto formats = [] {
        std::deque<ObjectFormat<Component>> all;
        for (const ComponentKind each : componentKinds) {
            const std::string name(nameOf(each));
            all.push_back(ObjectFormat<Component>(name, fmt::format("A {} and its parameters.", name))
                              .text("id", &Component::id, fmt::format("Which {} it is.", name))
                              .required()
                              .names(each, "id", &Component::id)
                              .parameters(&Component::parameters, "Its parameters by name; those omitted have their defaults."));
        }
        return all;
    }();
    return formats[static_cast<std::size_t>(kind)];
}

const ObjectFormat<Objective>& objectiveFormat()
{
    static const auto format =
        ObjectFormat<Objective>("objective", "Binds an output of the network to a loss and a field of the data set.")
            .text("output", &Objective::output,
                  "The id of the layer whose output the loss applies to; the network's only output if omitted.")
            .text("target", &Objective::target, "The field of the data set that is the target; \"label\" if omitted.")
            .text("target_layer", &Objective::targetLayer,
                  "Instead of a field: the id of a layer whose output is the target; no gradient flows back through it.")
            .key({"target_value", "Instead of a field: the target value of every number of the output.", Holds::number},
                 [](Objective& out, const Json& json, const std::string& pointer, FormatErrors&) {
                     out.targetValue = numberFrom(json, pointer);
                 })
            .object("loss", &Objective::loss, componentFormat(ComponentKind::loss), "The loss to minimize.")
            .required()
            .number("weight", &Objective::weight, "What the loss is multiplied by if there are several; 1 if omitted.")
            .text("sample_weight", &Objective::sampleWeight, "A field with one number per sample, by which its loss is multiplied.")
            .objects("metrics", &Objective::metrics, componentFormat(ComponentKind::metric),
                     "What is measured besides the loss; accuracy if omitted.")
            .texts("groups", &Objective::groups, "The parameter groups that its loss trains; all weights if omitted.");
    return format;
}

const ObjectFormat<DataSettings>& dataFormat()
{
    static const auto format = ObjectFormat<DataSettings>("data", "The data set and its preprocessing.")
                                   .settings(dataSettings())
                                   .names(ComponentKind::source, "source", &DataSettings::source)
                                   .parameters(&DataSettings::parameters, "The parameters of the data source by name.")
                                   .objects("transforms", &DataSettings::transforms, componentFormat(ComponentKind::transform),
                                            "The transforms of images, in order.");
    return format;
}

const ObjectFormat<EarlyStopping>& earlyStoppingFormat()
{
    static const auto format =
        ObjectFormat<EarlyStopping>("early_stopping", "When a run ends before its last epoch.").settings(earlyStoppingSettings());
    return format;
}

const ObjectFormat<PruningSchedule>& pruningFormat()
{
    static const auto format =
        ObjectFormat<PruningSchedule>("pruning", "How weights become zero while the training goes on.").settings(pruningSettings());
    return format;
}

const ObjectFormat<ParameterGroup>& parameterGroupFormat()
{
    static const auto format = ObjectFormat<ParameterGroup>("parameter_group", "Layers that are trained differently from the rest.")
                                   .settings(groupSettings())
                                   .object("optimizer", &ParameterGroup::optimizer, componentFormat(ComponentKind::optimizer),
                                           "Their optimizer; that of the other layers if omitted.")
                                   .object("schedule", &ParameterGroup::schedule, componentFormat(ComponentKind::schedule),
                                           "Their learning rate schedule; that of the other layers if omitted.");
    return format;
}

const ObjectFormat<TrainingPhase>& trainingPhaseFormat()
{
    static const auto format =
        ObjectFormat<TrainingPhase>("training_phase", "A part of the training in which only some weights are trained.")
            .settings(phaseSettings());
    return format;
}

const ObjectFormat<TrainingSettings>& trainingFormat()
{
    static const auto format =
        ObjectFormat<TrainingSettings>("training", "How the network is trained.")
            .settings(trainingSettings())
            .objects("objectives", &TrainingSettings::objectives, objectiveFormat(), "What the outputs learn.")
            .object("optimizer", &TrainingSettings::optimizer, componentFormat(ComponentKind::optimizer), "The optimizer.")
            .object("schedule", &TrainingSettings::schedule, componentFormat(ComponentKind::schedule),
                    "The learning rate schedule.")
            .objects("groups", &TrainingSettings::groups, parameterGroupFormat(),
                     "Layers that are trained differently from the rest.")
            .objects("phases", &TrainingSettings::phases, trainingPhaseFormat(),
                     "Parts of the training in which some of the groups are trained; if omitted, one that trains all weights.")
            .object("early_stopping", &TrainingSettings::earlyStopping, earlyStoppingFormat(),
                    "When the run ends before its last epoch.")
            .object("pruning", &TrainingSettings::pruning, pruningFormat(), "How weights become zero while the training goes on.");
    return format;
}

const ObjectFormat<ProjectWords>& wordsFormat()
{
    static const auto format = ObjectFormat<ProjectWords>("words", "The texts of a project in one language.")
                                   .text("title", &ProjectWords::title, "The title.")
                                   .text("description", &ProjectWords::description, "The description.")
                                   .text("goal", &ProjectWords::goal, "The goal.");
    return format;
}

} // namespace

const ObjectFormat<InitialWeights>& initialWeightsFormat()
{
    static const auto format =
        ObjectFormat<InitialWeights>("initial_weights", "Where a training's first weights come from.")
            .text(
                "path", &InitialWeights::path,
                "A run's folder, one of its checkpoints, or a file of weights; a relative path starts at the project's folder or a "
                "data folder.")
            .required()
            .text("sha256", &InitialWeights::sha256,
                  "The SHA-256 of the file, or of the checkpoint's weights.safetensors; any if omitted.")
            .text("layout", &InitialWeights::layout,
                  "Whose layout the file has, if it does not say: keras, pytorch, onnx, tflite or darknet.")
            .texts("changes", &InitialWeights::changes,
                   "Which tensor fills which weight, where that is not found by itself: \"features.0.weight=conv2d_1/kernel\"; "
                   "\"=dense_2\" for a layer that keeps its drawn weights.");
    return format;
}

const ObjectFormat<Project>& projectFormat()
{
    static const auto format = ObjectFormat<Project>("project", "A Netsmith project: a network, its data and how it is trained.")
                                   .key({"netsmith", "The version of this format: 2.", Holds::integer},
                                        [](Project&, const Json&, const std::string&, FormatErrors&) {})
                                   .required()
                                   .text("$schema", &Project::schema, "Where an editor finds the JSON schema of this format.")
                                   .text("title", &Project::title, "The title.")
                                   .text("description", &Project::description, "The description.")
                                   .text("goal", &Project::goal, "The goal, in one line.")
                                   .object("graph", &Project::graph, graphFormat(), "The network.")
                                   .object("data", &Project::data, dataFormat(), "The data set.")
                                   .object("training", &Project::training, trainingFormat(), "The training.")
                                   .key({initialWeightsKey, "Where the first weights come from; drawn if omitted.", Holds::object,
                                         false, nullptr, &initialWeightsFormat()},
                                        [](Project& project, const Json& json, const std::string& pointer, FormatErrors& errors) {
                                            (void)initialWeightsFormat().read(json, pointer, errors);
                                            addTo(project.extra, initialWeightsKey, json);
                                        })
                                   .named("translations", &Project::translations, wordsFormat(),
                                          "Title, description and goal in other languages, by their codes (\"zh_CN\").");
    return format;
}

std::vector<UnknownKey> unknownKeys(const Project& project)
{
    constexpr std::string_view nodes = "/graph/nodes/";
    constexpr std::size_t most = 1000; // some of which are shown
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
    if (const auto weights = initialWeightsOf(project))
        for (const auto& item : weights->extra.items())
            if (!item.key().starts_with(freePrefix))
                unknown.push_back(
                    {pointerTo(pointerTo("", initialWeightsKey), item.key()), item.key(), &initialWeightsFormat(), "", ""});
    return unknown;
}

} // namespace netsmith
