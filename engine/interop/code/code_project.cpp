#include "engine/interop/code/code_project.h"

#include "engine/interop/code/code_libraries.h"
#include "engine/interop/code/code_training.h"
#include "engine/layers/registry.h"
#include "engine/plan/checks/project_nodes.h"

#include <algorithm>
#include <cmath>

namespace netsmith::interop::code {
namespace {

bool isFlatten(const Use& use)
{
    return use.drawn->layer == "flatten";
}

/// Our data set's samples enter a network whose code lays them out differently.
void adaptInputs(Network& network, const std::vector<Tensor>& outputs, const Shape& field)
{
    std::vector<Use*> uses = Network::usesBefore(outputs);
    for (Use* use : uses) {
        if (!use->isInput || !use->shape || *use->shape == field || use->shape->elements() != field.elements())
            continue;
        std::vector<std::int64_t> sizes(field.sizes().begin(), field.sizes().end());
        const bool onlyFlattened = std::ranges::all_of(uses, [&](const Use* other) {
            return std::ranges::none_of(other->inputs, [&](const Tensor& tensor) { return tensor.use == use; })
                || isFlatten(*other);
        });
        if (onlyFlattened) {
            use->shape = field;
            use->drawn->parameters["shape"] = sizes;
            continue;
        }
        const std::vector<std::int64_t> wanted(use->shape->sizes().begin(), use->shape->sizes().end());
        Tensor start;
        start.use = network.heap.make(Use{.drawn = use->drawn, .inputs = {}, .shape = field, .line = use->line, .isInput = true});
        start.use->drawn->parameters["shape"] = sizes;
        use->isInput = false;
        use->inputs = {start};
        Drawn drawn{.layer = wanted.size() == 1 ? "flatten" : "reshape", .parameters = {}, .name = {}, .line = use->line};
        if (wanted.size() > 1)
            drawn.parameters["target_shape"] = wanted;
        use->drawn = network.heap.make(std::move(drawn));
        network.note(use->line, NS_MESSAGE("code.reshaped", "the data set has samples of {0}, which a first layer makes {1} of"),
                     field.text(), Shape(wanted).text());
    }
}

/// The activation that made an output, through layers that only pass it on.
std::string activationOf(const Use& use)
{
    const Use* at = &use;
    for (;;) {
        const std::string activation = layers().find(at->drawn->layer)->activation(at->drawn->parameters);
        if (activation != LayerSpec::passed || at->inputs.empty())
            return activation == LayerSpec::passed ? "none" : activation;
        at = at->inputs[0].use;
    }
}

/// Whether a first layer scales the numbers of each input.
bool scalesInputs(const std::vector<Use*>& uses)
{
    bool isScaled = false;
    for (const Use* use : uses)
        for (const Tensor& tensor : use->inputs)
            if (tensor.use->isInput) {
                isScaled = use->drawn->layer == "rescaling";
                if (!isScaled)
                    return false;
            }
    return isScaled;
}

/// How the numbers of pictures are scaled in the code; `scalesItself`: the network does that.
void readScale(Network& network, DataSettings& data, bool isTorch, bool scalesItself)
{
    const TrainingFacts& training = network.training;
    if (isTorch) {
        const bool isUniform = !training.means.empty() && !training.deviations.empty()
            && std::ranges::count(training.means, training.means[0]) == std::ssize(training.means)
            && std::ranges::count(training.deviations, training.deviations[0]) == std::ssize(training.deviations)
            && training.deviations[0] > 0.0;
        if (training.dividesPixels)
            data.divide = 255.0;
        if (isUniform) {
            data.subtract = 255.0 * training.means[0];
            data.divide = 255.0 * training.deviations[0];
        } else if (!training.means.empty() && training.means.size() == training.deviations.size())
            data.transforms.push_back({"normalization", {{"mean", training.means}, {"stddev", training.deviations}}});
    } else if (training.inputs && !training.inputs->isTarget && std::abs(training.inputs->scale) > 1e-12) {
        data.divide = 1.0 / training.inputs->scale;
        data.subtract = training.inputs->offset == 0.0 ? 0.0 : -training.inputs->offset / training.inputs->scale;
    } else if (scalesItself)
        data.divide = 1.0;
    data.transforms.insert(data.transforms.begin(), training.transforms.begin(), training.transforms.end());
}

/// A source for samples that the code gets from elsewhere, by what the network takes and gives.
void chooseSource(Network& network, Project& project, const std::vector<Use*>& inputs, const Shape& output)
{
    const TrainingFacts& training = network.training;
    const Use& input = *inputs[0];
    const Shape& shape = *input.shape;
    std::string field = "features";
    for (Objective& one : project.training.objectives)
        one.target = one.loss.id.find("categorical") != std::string::npos || one.loss.id.starts_with("binary") ? "label" : "target";
    Objective& objective = project.training.objectives[0];
    if (input.takesTokens && shape.rank() == 1) {
        field = "text";
        std::int64_t vocabulary = training.vocabulary.value_or(0);
        for (const Node& node : project.graph.nodes)
            if (const auto found = node.parameters.find("input_dim"); vocabulary == 0 && found != node.parameters.end())
                vocabulary = std::get<std::int64_t>(found->second);
        const bool continues = output[-1] == vocabulary;
        project.data.source = continues ? "text_file" : "text_folder";
        project.data.parameters = {{"vocabulary", std::max<std::int64_t>(3, vocabulary)}, {"unit", std::string("words")}};
        project.data.parameters[continues ? "window" : "length"] = shape[0];
        if (continues && output.rank() == 2)
            project.data.parameters["target"] = std::string("next_tokens");
        objective.target = continues ? "next" : "label";
    } else if (shape.rank() == 3 && (shape[2] == 1 || shape[2] == 3)) {
        field = "image";
        project.data.source = "image_folder";
        project.data.parameters = {{"height", shape[0]}, {"width", shape[1]}, {"channels", shape[2]}};
    } else
        project.data.source = shape.rank() == 1 && inputs.size() == 1 ? "csv" : "npy";
    project.data.validation = "split";
    std::string names;
    for (Node& node : project.graph.nodes)
        if (const LayerSpec* spec = layers().find(node.layer); spec && readsField(*spec)) {
            node.parameters["field"] = inputs.size() > 1 ? node.id : field;
            names += (names.empty() ? "" : ",") + node.id;
        }
    if (inputs.size() > 1)
        project.data.parameters["inputs"] = names;
    network.note(
        0,
        NS_MESSAGE("code.data",
                   "the data is not part of it: name a file or a folder as data.path of the source {0}, or choose another source"),
        project.data.source);
}

Project projectFrom(Reading& reading, const CodeOptions& options)
{
    Network& network = reading.network;
    Project project;
    const TrainingFacts& training = network.training;
    std::vector<FieldType> fields;
    if (!training.source.empty()) {
        project.data.source = training.source;
        fields = options.fieldsOf ? options.fieldsOf(project.data) : std::vector<FieldType>();
    }
    const auto field = std::ranges::find_if(fields, [](const FieldType& one) { return one.name == "image"; });
    if (field != fields.end())
        adaptInputs(network, reading.outputs, field->shape);

    std::vector<OutputFacts> facts;
    for (std::size_t i = 0; i < reading.outputs.size(); ++i) {
        const Use& use = *reading.outputs[i].use;
        facts.push_back({.activation = activationOf(use),
                         .isLogarithm = use.isLogarithm,
                         .isTorch = reading.isTorch,
                         .name = i < reading.outputNames.size() ? reading.outputNames[i] : use.drawn->name});
    }
    std::vector<OutputObjective> objectives = objectivesFrom(network, facts);

    // An output that is compared with the picture itself has its shape.
    const Use& last = *reading.outputs[0].use;
    if (field != fields.end() && !objectives.empty() && last.shape && last.shape->elements() == field->shape.elements()) {
        Objective& objective = objectives[0].objective;
        const bool comparesPicture =
            training.targets ? !training.targets->isTarget : objective.loss.id.find("categorical") == std::string::npos;
        if (comparesPicture)
            objective.target = field->name;
        if (comparesPicture && *last.shape != field->shape)
            reading.outputs[0] = network.place(
                "reshape", {{"target_shape", std::vector<std::int64_t>(field->shape.sizes().begin(), field->shape.sizes().end())}},
                {reading.outputs[0]}, last.line);
    }
    for (const Use* use : Network::usesBefore(reading.outputs)) {
        const bool isEnd = std::ranges::any_of(reading.outputs, [&](const Tensor& tensor) { return tensor.use == use; });
        if (use->isLogarithm && !isEnd)
            network.problem(use->line, NS_MESSAGE("code.logarithm_inside", "log_softmax is only known as the end of a network"));
        if (!use->shape && use->isInput)
            network.problem(use->line,
                            NS_MESSAGE("code.open_shape",
                                       "the shape of the input is not wholly known; give it with --input-shape, as in "
                                       "--input-shape {0}"),
                            use->given.size() > 1 ? "128,128,3" : "100");
    }
    refuseProblems(network);

    std::unordered_map<const Use*, std::string> ids;
    project.graph = network.graph(reading.outputs, ids);
    for (const auto& [use, id] : ids)
        if (!use->drawn->name.empty())
            reading.nodeNames.emplace(id, use->drawn->name);
    readTraining(network, project.training, project.graph);
    project.training.objectives.clear();
    for (auto& [output, objective] : objectives) {
        if (reading.outputs.size() > 1)
            objective.output = ids.at(reading.outputs[output].use);
        project.training.objectives.push_back(std::move(objective));
    }
    if (reading.outputs.size() > objectives.size())
        network.note(0,
                     NS_MESSAGE("code.outputs",
                                "the network has {0:output|outputs}, of which {1} have a loss: add the others in the project"),
                     reading.outputs.size(), objectives.size());
    std::vector<Use*> inputs = Network::usesBefore(reading.outputs);
    readScale(network, project.data, reading.isTorch, scalesInputs(inputs));
    std::erase_if(inputs, [](const Use* use) { return !use->isInput; });
    if (training.source.empty() && !inputs.empty())
        chooseSource(network, project, inputs, *reading.outputs[0].use->shape);
    if (training.validationSplit && *training.validationSplit > 0.0 && *training.validationSplit < 1.0) {
        project.data.validation = "split";
        project.data.validationSplit = *training.validationSplit;
    }
    return project;
}

} // namespace

void refuseProblems(const Network& network)
{
    constexpr std::size_t shown = 10;
    std::vector<Remark> problems = network.problems();
    if (problems.empty())
        return;
    std::ranges::stable_sort(problems, {}, &Remark::line);
    Message all = network.located(problems[0]);
    for (std::size_t i = 1; i < std::min(problems.size(), shown); ++i)
        all = Message(NS_MESSAGE("code.and", "{0}; {1}"), all, network.located(problems[i]));
    if (problems.size() > shown)
        all = Message(NS_MESSAGE("code.more", "{0}; and {1:problem|problems} more"), all, problems.size() - shown);
    throw Error(ErrorKind::input, all);
}

ImportedModel modelFrom(Reading& reading, const CodeOptions& options)
{
    refuseProblems(reading.network);
    ImportedModel model;
    model.project = projectFrom(reading, options);
    const Network& network = reading.network;
    for (const Remark& note : network.notes())
        model.notes.push_back(note.line > 0 ? Message(NS_MESSAGE("code.line", "line {0}: {1}"), note.line, note.words)
                                            : note.words);
    return model;
}

} // namespace netsmith::interop::code
