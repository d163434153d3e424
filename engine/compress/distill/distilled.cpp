#include "engine/compress/distill/distilled.h"

#include "engine/catalog/catalog.h"
#include "engine/compress/distill/teacher.h"
#include "engine/compress/pruning.h"
#include "engine/graph/project/project_file.h"
#include "engine/graph/validation.h"
#include "engine/plan/checks/project_nodes.h"
#include "engine/predict/field_types.h"
#include "engine/store/compact_arrays.h"

#include <algorithm>

namespace netsmith::compress {
namespace {

/// The student's project, which must be about the teacher's data.
Project studentFrom(const SavedRun& teacher, const std::filesystem::path& file)
{
    Project student = loadProject(file).take();
    const DataSettings &own = student.data, &data = teacher.project.data;
    if (initialWeightsOf(student))
        throw Error(
            ErrorKind::input,
            NS_MESSAGE("compress.student_weights",
                       "the student \"{0}\" has initial weights, but it learns beside a teacher from random ones; remove its "
                       "\"initial_weights\""),
            file.string());
    const char* other = own.source != data.source ? "source"
        : own.parameters != data.parameters       ? "parameters"
        : own.subtract != data.subtract           ? "subtract"
        : own.divide != data.divide               ? "divide"
                                                  : nullptr;
    if (other)
        throw Error(
            ErrorKind::input,
            NS_MESSAGE("compress.student_data",
                       "the student \"{0}\" and its teacher differ in the setting data.{1}, but a student learns from what its "
                       "teacher answers to the same numbers; give the student that of the run"),
            file.string(), other);
    student.data.path = data.path;
    student.training.device = teacher.project.training.device;
    return student;
}

/// The name of a value that "val_accuracy" had as the only output's.
std::string monitorAmongSeveral(const std::string& name, const std::string& output)
{
    const std::size_t prefix = name.starts_with("val_") ? 4 : 0;
    if (name.empty() || name.substr(prefix) == "loss") // that of all
        return name;
    return name.substr(0, prefix) + output + "/" + name.substr(prefix);
}

/// The losses that compare the student with its teacher, and the shares of both.
void addTeachersLosses(DistilledNetwork& network, const Graph& student, const Teacher& teacher, const DistillationOptions& options)
{
    std::vector<Objective>& objectives = network.project.training.objectives;
    std::string& monitor = network.project.training.monitor;
    network.monitor = monitor;
    if (objectives.size() == 1)
        monitor = monitorAmongSeveral(monitor, objectiveNode(student, objectives[0])->id);
    std::vector<Objective> taught;
    for (Objective& objective : objectives) {
        network.lossWeights.push_back(objective.weight);
        if (objective.output.empty()) // it is no longer the only one
            objective.output = objectiveNode(student, objective)->id;
        const std::optional<std::string> answer = teacher.answerTo(objective);
        if (!answer)
            continue;
        Objective learned = objective;
        learned.target = Objective().target;
        learned.targetLayer = *answer;
        learned.weight *= 1.0 - options.labelShare;
        learned.sampleWeight.clear();
        learned.metrics.clear();
        if (teacher.isSoftmax(objective))
            learned.loss = {"distillation", {{"temperature", options.temperature}}};
        taught.push_back(std::move(learned));
        objective.weight *= options.labelShare;
    }
    if (taught.empty())
        throw Error(
            ErrorKind::input,
            NS_MESSAGE("compress.student_target", "the student and its teacher learn no field in common; the teacher learns: {0}"),
            teacher.targets());
    objectives.insert(objectives.end(), taught.begin(), taught.end());
}

/// A teacher whose softmax can't be seen from its end, such as one before a flatten, has no logits to learn from.
void requireLogits(const CheckedProject& both)
{
    for (const Objective& objective : both.flat().training.objectives)
        if (const Node* answer = both.flat().graph.find(objective.targetLayer))
            if (const auto problem = targetWithoutLogits(both.flat().graph, *both.catalog().layers, *answer,
                                                         *both.catalog().losses->find(objective.loss.id)))
                throw Error(ErrorKind::input,
                            NS_MESSAGE("compress.teacher_softmax", "the teacher has no logits that a student could learn: {0}"),
                            problem->message);
}

std::vector<std::string> namesIn(const Json& how, const char* key)
{
    std::vector<std::string> names;
    const auto found = how.find(key);
    if (found != how.end() && found->is_array())
        for (const Json& name : *found)
            if (name.is_string()) // a person may have edited the file
                names.push_back(name.get<std::string>());
    return names;
}

} // namespace

void requireSensible(const DistillationOptions& options)
{
    if (!(options.temperature >= 0.01 && options.temperature <= 1000.0))
        throw Error(ErrorKind::usage,
                    NS_MESSAGE("compress.temperature", "the temperature is {0}; it must be between 0.01 and 1000"),
                    options.temperature);
    if (!(options.labelShare > 0.0 && options.labelShare < 1.0))
        throw Error(
            ErrorKind::usage,
            NS_MESSAGE("compress.label_share", "the share of the labels in the loss is {0}; it must be above 0 and below 1"),
            options.labelShare);
}

DistilledNetwork besideTeacher(const SavedRun& teacher, const DistillationOptions& options)
{
    requireSensible(options);
    const CheckedProject taught = checkedRun(teacher);
    DistilledNetwork network{
        .project = studentFrom(teacher, options.student), .weights = {}, .before = networkSize(taught), .after = {}};
    const CheckedProject alone(network.project, taught.catalog(), taught.fields());
    alone.requireOk();
    network.after = networkSize(alone);
    for (const Node& node : alone.flat().graph.nodes)
        if (node.shares.empty() && alone.catalog().layers->find(node.layer)->hasWeights())
            network.studentLayers.push_back(node.id);

    Teacher part(taught, network.project);
    part.join(network.project.graph);
    addTeachersLosses(network, alone.project().graph, part, options);
    network.teacherLayers = part.layers();
    network.teacherBlocks = part.blocks();
    const CheckedProject both(network.project, taught.catalog(), taught.fields());
    both.requireOk();
    requireLogits(both);
    std::vector<TensorView> arrays = part.arrays(teacher.checkpoint.weights);
    network.weights = writeCompactSafetensors(arrays, {{"format", "netsmith"}});
    return network;
}

GraduatedNetwork withoutTeacher(const SavedRun& run, const Json& how)
{
    if (!how.is_object() || !how.contains("teacher_layers"))
        throw Error(ErrorKind::input,
                    NS_MESSAGE("compress.no_teacher", "the run has no teacher beside it; name a run that \"--distill\" made"));
    const std::vector<std::string> layers = namesIn(how, "teacher_layers"), blocks = namesIn(how, "teacher_blocks");
    const auto isTeachers = [](const std::vector<std::string>& names, const std::string& name) {
        return std::ranges::find(names, name) != names.end();
    };
    GraduatedNetwork network{.project = run.project, .weights = {}, .size = {}};
    Graph& graph = network.project.graph;
    std::erase_if(graph.nodes, [&](const Node& node) { return isTeachers(layers, node.id); });
    std::erase_if(graph.edges, [&](const Edge& edge) { return isTeachers(layers, edge.to.node); });
    std::erase_if(graph.blocks, [&](const Block& block) { return isTeachers(blocks, block.id); });
    std::erase_if(graph.groups, [&](const Group& group) {
        return !group.nodes.empty() && std::ranges::all_of(group.nodes, [&](const auto& id) { return isTeachers(layers, id); });
    });
    std::vector<Objective>& objectives = network.project.training.objectives;
    std::erase_if(objectives, [&](const Objective& objective) { return isTeachers(layers, objective.targetLayer); });
    const Json weights = how.value("loss_weights", Json::array());
    for (std::size_t i = 0; i < objectives.size() && i < weights.size(); ++i)
        if (weights[i].is_number())
            objectives[i].weight = weights[i].get<double>();
    const auto monitor = how.find("monitor");
    network.project.training.monitor = monitor != how.end() && monitor->is_string() ? monitor->get<std::string>() : std::string();
    setInitialWeights(network.project, std::nullopt);

    std::vector<TensorView> arrays;
    for (const TensorView& array : run.checkpoint.weights.tensors)
        if (!isTeachers(layers, drawnPart(array.name)))
            arrays.push_back(array);
    network.weights = writeCompactSafetensors(arrays, {{"format", "netsmith"}});
    const CheckedProject alone(network.project, catalog(), fieldTypes(run.record.fields));
    alone.requireOk();
    network.size = networkSize(alone);
    return network;
}

Json distillationJson(const DistilledNetwork& network, const DistillationOptions& options)
{
    return {{"student", options.student.filename().string()},
            {"temperature", options.temperature},
            {"label_share", options.labelShare},
            {"loss_weights", network.lossWeights},
            {"monitor", network.monitor},
            {"teacher_layers", network.teacherLayers},
            {"teacher_blocks", network.teacherBlocks},
            {"parameters_before", network.before.parameters},
            {"parameters", network.after.parameters},
            {"flops_before", network.before.flops},
            {"flops", network.after.flops}};
}

Json graduationJson(const GraduatedNetwork& network, const Json& how)
{
    Json json;
    for (const char* key : {"student", "temperature", "label_share", "parameters_before", "flops_before"})
        json[key] = how.value(key, Json());
    json.update({{"parameters", network.size.parameters}, {"flops", network.size.flops}});
    return json;
}

} // namespace netsmith::compress
