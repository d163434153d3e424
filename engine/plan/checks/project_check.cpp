#include "engine/plan/checks/project_check.h"

#include "engine/core/name_list.h"
#include "engine/graph/project/layer_lists.h"
#include "engine/graph/project/project_file.h"
#include "engine/graph/project/settings.h"
#include "engine/graph/specs/kept_zeros.h"
#include "engine/plan/checks/project_nodes.h"
#include "engine/plan/single_layer_lowering.h"

#include <fmt/format.h>

namespace netsmith {

void ProjectCheck::run()
{
    for (Problem& problem : settingsProblems(m_project))
        m_out.problems.push_back(std::move(problem));
    checkTransforms();
    checkFields();
    checkInputs();
    checkClassesTaken();
    checkSharedWeights();
    checkStates();
    checkKeptZeros();
    for (std::size_t i = 0; i < m_project.training.objectives.size(); ++i)
        checkObjective(m_project.training.objectives[i], fmt::format("/training/objectives/{}", i));
    checkMonitor();
    checkOutputs();
    checkComponent(ComponentKind::optimizer, m_project.training.optimizer, *m_catalog.optimizers, "/training/optimizer");
    for (const ParameterGroup& group : m_project.training.groups)
        checkWeightsOf(group);
    for (std::size_t i = 0; i < m_project.training.groups.size(); ++i)
        if (const Component& own = m_project.training.groups[i].optimizer; !own.id.empty())
            checkComponent(ComponentKind::optimizer, own, *m_catalog.optimizers, fmt::format("/training/groups/{}/optimizer", i));
}

/// Checks that there is something to train: nodes that use others' weights have none of their own.
void ProjectCheck::checkWeightsOf(const ParameterGroup& group)
{
    bool found = false, weighs = false;
    for (const Node& node : m_project.graph.nodes)
        if (isListed(group.layers, node.id)) {
            const LayerSpec* spec = m_catalog.layers->find(node.layer);
            found = true;
            weighs = weighs || !spec || (spec->hasWeights() && node.shares.empty());
        }
    if (found && !weighs) // a missing one is reported
        report({},
               NS_MESSAGE("training.group_weightless",
                          "training.groups: no layer of the group \"{0}\" has weights of its own; name layers that have some"),
               group.name);
}

const FieldType* ProjectCheck::field(std::string_view name) const
{
    const auto found = std::ranges::find(m_fields, name, &FieldType::name);
    return found == m_fields.end() ? nullptr : &*found;
}

Message ProjectCheck::fieldNames() const
{
    std::string names;
    for (const FieldType& entry : m_fields)
        names += (names.empty() ? "" : ", ") + entry.name;
    return nameList(std::move(names));
}

/// The weights that a layer requests by itself; nothing if its inputs are unknown.
std::optional<std::map<std::string, Shape>> ProjectCheck::weightsOf(const Node& node, const LayerSpec& spec) const
{
    std::vector<Shape> inputs;
    for (const PortSpec& port : spec.inputs)
        for (const Edge* edge : m_graph.into(node.id, port.name)) {
            const Shape* shape = m_out.shapes.at(edge->from);
            if (!shape)
                return std::nullopt;
            inputs.push_back(*shape);
        }
    if (!m_out.shapes.at({node.id, spec.outputs[0].name}))
        return std::nullopt;
    SingleLayerLowering call(node.id, inputs);
    spec.lower(node.parameters, call);
    return call.weights();
}

/// Nodes that use each other's weights need the same ones.
void ProjectCheck::checkSharedWeights()
{
    for (const Node& node : m_project.graph.nodes) {
        const Node* owner = node.shares.empty() ? nullptr : m_graph.find(node.shares);
        const LayerSpec* spec = m_catalog.layers->find(node.layer);
        if (!owner || !spec || owner->layer != node.layer)
            continue; // that problem was already reported
        const auto mine = weightsOf(node, *spec);
        const auto theirs = weightsOf(*owner, *spec);
        if (!mine || !theirs || *mine == *theirs)
            continue;
        const auto texts = [](const std::map<std::string, Shape>& weights) {
            std::string text;
            for (const auto& [name, shape] : weights)
                text += (text.empty() ? "" : ", ") + name + " " + shape.text();
            return text;
        };
        report(node.id,
               NS_MESSAGE("graph.shares_shape",
                          "{0}: it needs {1} and can't use the weights of {2}, which are {3}; give both the same sizes"),
               node.label(), texts(*mine), owner->label(), texts(*theirs));
    }
}

/// Weights that begin with nothing but zeros, and keep them, learn nothing.
void ProjectCheck::checkKeptZeros()
{
    if (initialWeightsOf(m_project))
        return;
    for (const Node& node : m_project.graph.nodes) {
        const LayerSpec* spec = m_catalog.layers->find(node.layer);
        if (!spec || !keepsZeros(node.parameters))
            continue;
        for (const WeightKind kind : spec->weights) {
            const Initializer initializer = initializerOf(kind, node.parameters, Shape{1});
            if (!decays(kind) || (initializer.id != "zeros" && (initializer.id != "constant" || initializer.value != 0.0)))
                continue;
            m_out.problems.push_back(
                {Severity::warning,
                 node.id,
                 {},
                 Message(NS_MESSAGE("plan.kept_zeros",
                                    "{0}: its {1} begins with zeros, and keep_zeros keeps them: it learns nothing; choose another "
                                    "initializer, or turn off keep_zeros"),
                         node.label(), std::string(nameOf(kind))),
                 QuickFix{.kind = QuickFix::Kind::setParameter, .layer = {}, .parameter = "keep_zeros", .value = false},
                 ProblemSubject::network});
        }
    }
}

/// A stateful layer needs samples that continue each other.
void ProjectCheck::checkStates()
{
    const Node* node = statefulNode(m_project.graph, *m_catalog.layers);
    if (!node)
        return;
    const DataSettings& data = m_project.data;
    if (data.shuffle)
        report(node->id,
               NS_MESSAGE("state.shuffle",
                          "{0}: it carries its state from batch to batch, so batches must follow one another, and data.shuffle "
                          "shuffles the samples again in each epoch; set data.shuffle to false"),
               node->label());
    if (data.validation != "test" && data.validation != "none")
        report(node->id,
               NS_MESSAGE("state.validation",
                          "{0}: it carries its state from batch to batch, so batches must follow one another, and data.validation "
                          "\"{1}\" takes samples out of the middle; set data.validation to test or none"),
               node->label(), data.validation);
    for (const Node& input : m_project.graph.nodes) {
        const LayerSpec* spec = m_catalog.layers->find(input.layer);
        const FieldType* found = spec && readsField(*spec) ? field(inputField(input, *spec)) : nullptr;
        if (found && found->stride > 0 && found->stride != found->shape.elements())
            report(node->id,
                   NS_MESSAGE("state.windows",
                              "{0}: it carries its state from batch to batch, so a window must begin where the one before it ends, "
                              "and those of \"{1}\" have {2:number|numbers} and begin {3} apart; set the data's step to the "
                              "length of its window"),
                   node->label(), found->name, found->shape.elements(), found->stride);
    }
}

} // namespace netsmith
