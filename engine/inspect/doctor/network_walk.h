#pragma once

#include "engine/graph/graph_index.h"
#include "engine/plan/checks/checked_project.h"

#include <set>

namespace netsmith::inspect {

/// Steps through a project's expanded network. The project outlives it.
class NetworkWalk {
public:
    explicit NetworkWalk(const CheckedProject& project);

    const Node* find(const std::string& id) const { return m_index.find(id); }
    const LayerSpec* specOf(const Node& node) const { return m_project.catalog().layers->find(node.layer); }
    /// The layer that made the values of a node's output: the node, or one before those that only pass them on.
    const Node* maker(const Node* node) const;
    /// The nodes whose outputs a node reads.
    std::vector<const Node*> before(const Node& node) const;
    const std::vector<std::string>& order() const { return m_project.shapes().order; }

    /// Whether the network has a layer's values as they are for a purpose: a loss reads them, they look like the data, as those of
    /// a generator, or they are multiplied with others, as those of a gate.
    bool isMeant(const Node& node) const { return m_meant.contains(node.id); }

private:
    const CheckedProject& m_project;
    GraphIndex m_index;
    std::set<std::string> m_meant;
};

} // namespace netsmith::inspect
