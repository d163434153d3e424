#include "engine/inspect/doctor/network_walk.h"

#include "engine/plan/checks/project_nodes.h"

namespace netsmith::inspect {

NetworkWalk::NetworkWalk(const CheckedProject& project)
    : m_project(project)
    , m_index(project.flat().graph)
{
    const auto mean = [&](const Node* node) {
        if (const Node* made = maker(node))
            m_meant.insert(made->id);
    };
    for (const Objective& objective : project.project().training.objectives) {
        mean(objectiveNode(project.flat().graph, objective));
        mean(find(objective.targetLayer));
    }
    std::set<std::int64_t> sizes; // of the data's pictures
    for (const FieldType& field : project.fields())
        if (field.shape.rank() == 3)
            sizes.insert(field.shape.elements());
    for (const Node& node : project.flat().graph.nodes) {
        if (node.layer == "multiply")
            for (const Node* factor : before(node))
                mean(factor);
        const LayerSpec* spec = specOf(node);
        const Shape* shape = spec && !spec->outputs.empty() ? project.shapes().at({node.id, spec->outputs[0].name}) : nullptr;
        if (shape && sizes.contains(shape->elements()))
            mean(&node);
    }
}

const Node* NetworkWalk::maker(const Node* node) const
{
    for (std::size_t i = 0; node && i < m_project.flat().graph.nodes.size(); ++i) {
        const LayerSpec* spec = specOf(*node);
        if (!spec || spec->activation(node->parameters) != LayerSpec::passed)
            return node;
        const std::vector<const Edge*>& wires = m_index.into(node->id);
        node = wires.size() == 1 ? m_index.find(wires.front()->from.node) : nullptr;
    }
    return node;
}

std::vector<const Node*> NetworkWalk::before(const Node& node) const
{
    std::vector<const Node*> nodes;
    for (const Edge* wire : m_index.into(node.id))
        if (const Node* source = m_index.find(wire->from.node))
            nodes.push_back(source);
    return nodes;
}

} // namespace netsmith::inspect
