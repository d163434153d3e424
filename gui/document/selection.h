#pragma once

#include "gui/document/annotations.h"

#include <QObject>

#include <set>
#include <string>
#include <vector>

namespace netsmith::gui {

/// The selection in a document, shared by the canvas, the outline, the properties and the problems.
class Selection : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    const std::set<std::string>& nodes() const { return m_nodes; }
    /// Each wire by its ends.
    const std::vector<Edge>& edges() const { return m_edges; }
    const Annotations& annotations() const { return m_annotations; }
    bool contains(const std::string& node) const { return m_nodes.contains(node); }
    bool empty() const { return m_nodes.empty() && m_edges.empty() && m_annotations.empty(); }

    void set(std::set<std::string> nodes, std::vector<Edge> edges = {}, Annotations annotations = {});
    void select(const std::string& node) { set({node}); }
    void clear() { set({}); }
    /// Removes what is no longer in the graph.
    void keepWithin(const Graph& graph);

    /// Asks the views to scroll to a node.
    void reveal(const std::string& node);

Q_SIGNALS:
    void changed();
    void revealed(const std::string& node);

private:
    std::set<std::string> m_nodes;
    std::vector<Edge> m_edges;
    Annotations m_annotations;
};

} // namespace netsmith::gui
