#include "engine/compress/distill/teacher.h"

#include "engine/graph/blocks/layer_setting.h"
#include "engine/core/error.h"
#include "engine/graph/blocks/block_inside.h"
#include "engine/plan/checks/project_nodes.h"
#include "engine/store/arena_arrays.h"

#include <algorithm>
#include <functional>

namespace netsmith::compress {
namespace {

constexpr std::string_view softmaxName = "softmax";
constexpr double gap = 300.0; // between both drawings

/// "teacher_dense_1"; a number in place of the name where that is too long, and after it where it is taken.
std::string freeId(const std::string& id, const std::function<bool(const std::string&)>& isTaken)
{
    std::string wanted = "teacher_" + id;
    if (!isName(wanted))
        wanted = "teacher_layer";
    std::string free = wanted;
    for (int i = 2; isTaken(free); ++i)
        free = wanted + '_' + std::to_string(i);
    return free;
}

} // namespace

std::string drawnPart(const std::string& array)
{
    return array.substr(0, array.find_first_of("./"));
}

Teacher::Teacher(const CheckedProject& trained, const Project& student)
    : m_graph(trained.project().graph)
{
    m_graph.groups.clear();
    m_graph.notes.clear();
    wireInputs(trained, student);
    const std::vector<Objective>& objectives = trained.project().training.objectives;
    for (std::size_t i = 0; i < objectives.size(); ++i)
        if (objectives[i].learnsField())
            answer(trained, objectives[i], trained.flat().training.objectives[i]);
    rename(trained, student.graph);
}

/// Its inputs are the student's that read the same fields.
void Teacher::wireInputs(const CheckedProject& trained, const Project& student)
{
    const auto fieldOf = [&](const Node& node) {
        const LayerSpec* spec = trained.catalog().layers->find(node.layer);
        return spec && readsField(*spec) ? inputField(node, *spec) : std::string();
    };
    for (const Node& node : trained.project().graph.nodes) {
        const std::string field = fieldOf(node);
        if (field.empty())
            continue;
        const auto same = std::ranges::find(student.graph.nodes, field, fieldOf);
        if (same == student.graph.nodes.end())
            throw Error(ErrorKind::input,
                        NS_MESSAGE("compress.student_input",
                                   "the teacher reads the field \"{0}\", and no input of the student does; add an input for it"),
                        field);
        m_ids[node.id] = same->id;
    }
    std::erase_if(m_graph.nodes, [&](const Node& node) { return m_ids.contains(node.id); });
}

/// What the teacher says of a field: logits, where its loss applies a softmax.
void Teacher::answer(const CheckedProject& trained, const Objective& drawn, const Objective& flat)
{
    const LossSpec& loss = *trained.catalog().losses->find(drawn.loss.id);
    const Node& output = *objectiveNode(trained.project().graph, drawn);
    const Node& last = *objectiveNode(trained.flat().graph, flat);
    const LayerSpec& spec = *trained.catalog().layers->find(last.layer);
    if (std::ranges::find(m_answers, output.id, &Answer::output) != m_answers.end())
        return; // for another loss it might have to end elsewhere
    Answer answer{
        .target = drawn.target, .output = output.id, .layer = output.id, .isSoftmax = loss.appliedActivation == softmaxName};
    const std::string activation = spec.activation(last.parameters);
    if (!answer.isSoftmax) {
        if (loss.appliedActivation.empty() || activation == loss.appliedActivation)
            m_answers.push_back(std::move(answer));
        return; // logits of another kind are no target for the same loss
    }
    if (activation == softmaxName && spec.parameter("activation"))
        setLayerParameter(m_graph, last.id, "activation", std::string("none"));
    else if (activation == softmaxName && last.id == output.id && m_graph.into(last.id, spec.inputs[0].name).size() == 1) {
        answer.layer = m_graph.into(last.id, spec.inputs[0].name)[0]->from.node;
        std::erase_if(m_graph.edges, [&](const Edge& edge) { return edge.to.node == last.id || edge.from.node == last.id; });
        std::erase_if(m_graph.nodes, [&](const Node& node) { return node.id == output.id; });
    }
    m_answers.push_back(std::move(answer));
}

void Teacher::rename(const CheckedProject& trained, const Graph& student)
{
    std::map<std::string, std::string> blocks;
    for (Block& block : m_graph.blocks) {
        const std::string id = freeId(block.id, [&](const std::string& name) {
            return findBlock(student, name) || std::ranges::any_of(blocks, [&](const auto& each) { return each.second == name; });
        });
        blocks[block.id] = id;
        block.id = id;
    }
    const auto nameBlock = [&](Node& node) {
        if (const std::string block = blockOf(node); !block.empty())
            node.parameters[std::string(blockLayer)] = blocks.at(block);
    };
    for (Block& block : m_graph.blocks)
        std::ranges::for_each(block.nodes, nameBlock);

    for (const Node& node : m_graph.nodes)
        m_ids[node.id] = freeId(node.id, [&](const std::string& name) {
            return student.find(name) || std::ranges::any_of(m_ids, [&](const auto& each) { return each.second == name; });
        });
    for (Node& node : m_graph.nodes) {
        node.id = m_ids.at(node.id);
        if (!node.shares.empty())
            node.shares = m_ids.at(node.shares);
        nameBlock(node);
        const LayerSpec* spec = trained.catalog().layers->find(node.layer);
        if (node.layer == blockLayer || (spec && spec->hasWeights()))
            node.parameters["trainable"] = false;
    }
    for (Edge& edge : m_graph.edges) {
        edge.from.node = m_ids.at(edge.from.node);
        edge.to.node = m_ids.at(edge.to.node);
    }
    for (Answer& answer : m_answers)
        answer.layer = m_ids.at(answer.layer);
}

void Teacher::join(Graph& student) const
{
    double right = 0.0, left = 0.0;
    for (const Node& node : student.nodes)
        right = std::max(right, node.x);
    for (const Node& node : m_graph.nodes)
        left = std::min(left, node.x);
    for (Node node : m_graph.nodes) {
        node.x += right - left + gap;
        student.nodes.push_back(std::move(node));
    }
    student.edges.insert(student.edges.end(), m_graph.edges.begin(), m_graph.edges.end());
    student.blocks.insert(student.blocks.end(), m_graph.blocks.begin(), m_graph.blocks.end());
    const auto isTaken = [&](const std::string& id) {
        return std::ranges::find(student.groups, id, &Group::id) != student.groups.end();
    };
    student.groups.push_back({freeId("layers", isTaken), "Teacher", layers(), Json::object()});
}

std::optional<std::string> Teacher::answerTo(const Objective& asked) const
{
    const auto found = std::ranges::find(m_answers, asked.target, &Answer::target);
    return asked.learnsField() && found != m_answers.end() ? std::optional(found->layer) : std::nullopt;
}

bool Teacher::isSoftmax(const Objective& asked) const
{
    return std::ranges::any_of(m_answers, [&](const Answer& each) { return each.target == asked.target && each.isSoftmax; });
}

std::string Teacher::targets() const
{
    std::string names;
    for (const Answer& answer : m_answers)
        names += (names.empty() ? "" : ", ") + answer.target;
    return names.empty() ? "–" : names;
}

std::vector<std::string> Teacher::layers() const
{
    std::vector<std::string> ids;
    for (const Node& node : m_graph.nodes)
        ids.push_back(node.id);
    return ids;
}

std::vector<std::string> Teacher::blocks() const
{
    std::vector<std::string> ids;
    for (const Block& block : m_graph.blocks)
        ids.push_back(block.id);
    return ids;
}

std::vector<TensorView> Teacher::arrays(const SafetensorsFile& weights) const
{
    SafetensorsFile plain = weights;
    matchAverages(plain, LogicalPlan()); // without averages
    std::vector<TensorView> arrays;
    for (TensorView array : plain.tensors) {
        const std::string drawn = drawnPart(array.name);
        const auto id = m_ids.find(drawn);
        if (id == m_ids.end())
            continue;
        array.name = id->second + array.name.substr(drawn.size());
        arrays.push_back(std::move(array));
    }
    return arrays;
}

} // namespace netsmith::compress
