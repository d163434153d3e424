#include "engine/plan/checks/project_check.h"

#include "engine/graph/nearest_name.h"
#include "engine/plan/checks/project_nodes.h"
#include "engine/plan/metric_columns.h"

#include <fmt/format.h>
#include <cmath>
#include <set>

namespace netsmith {

void ProjectCheck::checkObjective(const Objective& objective, const std::string& place)
{
    const LossSpec* loss = checkComponent(ComponentKind::loss, objective.loss, *m_catalog.losses, place + "/loss");
    std::vector<const MetricSpec*> metrics;
    for (std::size_t i = 0; i < objective.metrics.size(); ++i)
        metrics.push_back(checkComponent(ComponentKind::metric, objective.metrics[i], *m_catalog.metrics,
                                         fmt::format("{}/metrics/{}", place, i)));
    const FieldType* target = field(objective.target);
    if (objective.learnsField() && !target && !m_fields.empty())
        report({}, NS_MESSAGE("training.target", "the data set \"{0}\" has no field \"{1}\" to learn; it has: {2}"),
               m_project.data.source, objective.target, fieldNames());
    checkSampleWeight(objective);
    const Node* node = objectiveNode(m_project.graph, objective);
    if (!node) {
        constexpr auto unnamed = NS_MESSAGE("training.outputs",
                                            "the loss needs one output of the network, and there are {1}; wire up "
                                            "the last layer or name the output in training.objectives");
        constexpr auto named = NS_MESSAGE("training.output",
                                          "the loss needs one output of the network, and \"{0}\" names none of {1:output|outputs}; "
                                          "wire up the last layer or name the output in training.objectives");
        report({}, objective.output.empty() ? unnamed : named, objective.output, outputNodes(m_project.graph).size());
        return;
    }
    if (loss)
        for (auto& warning : {doubledActivation(m_project.graph, *m_catalog.layers, *node, *loss),
                              unsignedLogits(m_project.graph, *m_catalog.layers, *node, *loss)})
            if (warning)
                m_out.problems.push_back(*warning);
    const Node* teacher = loss ? m_graph.find(objective.targetLayer) : nullptr;
    if (teacher)
        if (auto warning = targetWithoutLogits(m_project.graph, *m_catalog.layers, *teacher, *loss))
            m_out.problems.push_back(*std::move(warning));
    const LayerSpec* spec = m_catalog.layers->find(node->layer);
    const Shape* shape = spec ? m_out.shapes.at({node->id, spec->outputs[0].name}) : nullptr;
    FieldType told;
    told.name = objective.targetLayer;
    told.type = DataType::f32;
    told.shape = shape ? *shape : Shape();
    if (!objective.learnsField())
        target = isTold(objective, told) ? &told : nullptr;
    if (!target || !shape)
        return; // the reason is already in the list
    const std::optional<Shape> learned =
        objective.learnsField() && isGiven(*target) ? shapeBehindTransforms(*target) : target->shape;
    if (!learned)
        return; // likewise
    if (loss)
        reportMisfit(*node, loss->problem(objective.loss.parameters, *shape, *learned, target->classes), *target);
    for (std::size_t i = 0; i < metrics.size(); ++i)
        if (metrics[i])
            reportMisfit(*node, metrics[i]->problem(objective.metrics[i].parameters, *shape, *learned, target->classes), *target);
}

/// Whether a layer or a number can be the target of an objective; `target` gets its shape.
bool ProjectCheck::isTold(const Objective& objective, FieldType& target)
{
    const bool namesField = objective.target != Objective().target, namesLayer = !objective.targetLayer.empty();
    if (namesLayer ? namesField || objective.targetValue : namesField) {
        report({}, NS_MESSAGE("training.targets", "a loss has several of target, target_layer and target_value; name one of them"));
        return false;
    }
    if (objective.targetValue && !(std::abs(*objective.targetValue) <= 1e30))
        report({}, NS_MESSAGE("training.target_value", "target_value is {0}; it must be a number of at most 1e30"),
               *objective.targetValue);
    if (objective.targetLayer.empty())
        return true;
    const Node* node = m_graph.find(objective.targetLayer);
    const LayerSpec* spec = node ? m_catalog.layers->find(node->layer) : nullptr;
    const Shape* shape = spec ? m_out.shapes.at({node->id, spec->outputs[0].name}) : nullptr;
    if (shape)
        target.shape = *shape;
    return shape;
}

void ProjectCheck::checkMonitor()
{
    const std::string& monitor = m_project.training.monitor;
    if (monitor.empty())
        return;
    const std::vector<std::string> names = measuredNames(m_project, *m_catalog.metrics);
    constexpr std::string_view prefix = "val_";
    const bool validates = m_project.data.validation != "none";
    const std::string plain = monitor.starts_with(prefix) && validates ? monitor.substr(prefix.size()) : monitor;
    if (std::ranges::find(names, plain) != names.end())
        return;
    std::vector<std::string> meant = names;
    for (const std::string& name : names)
        if (validates)
            meant.push_back(std::string(prefix) + name);
    if (const std::string nearest = nearestName(monitor, meant); !nearest.empty()) {
        report({},
               NS_MESSAGE("training.monitor_meant", "training.monitor is \"{0}\", which is not measured; did you mean \"{1}\"?"),
               monitor, nearest);
        m_out.problems.back().fix = QuickFix{QuickFix::Kind::changeSetting, {}, {}, {}, {}, "training.monitor=" + nearest};
    } else
        report({}, NS_MESSAGE("training.monitor", "training.monitor is \"{0}\", which is not measured; choose from: {1}"), monitor,
               fmt::format("{}", fmt::join(names, ", ")));
}

/// Whether the target field is also an input of the network, as in an autoencoder.
bool ProjectCheck::isGiven(const FieldType& target) const
{
    return std::ranges::any_of(m_project.graph.nodes, [&](const Node& node) {
        const LayerSpec* spec = m_catalog.layers->find(node.layer);
        return spec && readsField(*spec) && inputField(node, *spec) == target.name;
    });
}

void ProjectCheck::checkSampleWeight(const Objective& objective)
{
    if (objective.sampleWeight.empty())
        return;
    const FieldType* weight = field(objective.sampleWeight);
    if (!weight)
        report({}, NS_MESSAGE("training.sample_weight", "the data set \"{0}\" has no field \"{1}\" of sample weights; it has: {2}"),
               m_project.data.source, objective.sampleWeight, fieldNames());
    else if (weight->shape.rank() != 0 || weight->classes > 0)
        report({},
               NS_MESSAGE("training.sample_weight_kind",
                          "sample weights are one number per sample, but the field \"{0}\" holds {1}; choose another field"),
               objective.sampleWeight,
               weight->classes > 0 ? Message(NS_MESSAGE("training.class_numbers", "class numbers"))
                                   : Message(NS_MESSAGE("training.arrays", "arrays of {0}"), weight->shape.text()));
}

/// An output that a loss or a metric can't compare with its target.
void ProjectCheck::reportMisfit(const Node& node, const std::optional<Message>& misfit, const FieldType& target)
{
    if (!misfit)
        return;
    Problem problem{Severity::error,     node.id, {}, Message(NS_MESSAGE("training.misfit", "{0}: {1}"), node.label(), *misfit), {},
                    ProblemSubject::loss};
    if (std::ranges::find(m_out.problems, problem.message, &Problem::message) != m_out.problems.end())
        return; // the metric need not repeat what the loss reported
    if (target.classes > 0)
        problem.fix = fixWidth(m_project.graph, *m_catalog.layers, m_out.shapes, node, target.classes);
    m_out.problems.push_back(std::move(problem));
}

void ProjectCheck::checkOutputs()
{
    const std::vector<const Node*> outputs = outputNodes(m_project.graph);
    std::set<const Node*> trained;
    for (const Objective& objective : m_project.training.objectives)
        for (const Node* node : {objectiveNode(m_project.graph, objective), m_graph.find(objective.targetLayer)})
            trained.insert(node);
    for (const Node* node : outputs)
        if (outputs.size() > 1 && !m_project.training.objectives.empty() && !trained.contains(node))
            m_out.problems.push_back(
                {Severity::warning,
                 node->id,
                 {},
                 Message(NS_MESSAGE("training.untrained", "{0} is not connected to a loss, so it is not trained"), node->label()),
                 std::nullopt});
    if (m_project.training.objectives.empty())
        report({}, NS_MESSAGE("training.objectives", "training.objectives is empty; name at least one loss"));
}

} // namespace netsmith
