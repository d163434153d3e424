#include "gui/document/selection.h"

#include <algorithm>

namespace netsmith::gui {

void Selection::set(std::set<std::string> nodes, std::vector<Edge> edges, Annotations annotations)
{
    if (nodes == m_nodes && edges == m_edges && annotations == m_annotations)
        return;
    m_annotations = std::move(annotations);
    m_nodes = std::move(nodes);
    m_edges = std::move(edges);
    Q_EMIT changed();
}

void Selection::keepWithin(const Graph& graph)
{
    if (empty())
        return;
    std::set<std::string> nodes;
    for (const Node& node : graph.nodes)
        if (m_nodes.contains(node.id))
            nodes.insert(node.id);
    std::vector<Edge> edges = m_edges;
    std::erase_if(edges, [&graph](const Edge& edge) { return std::ranges::find(graph.edges, edge) == graph.edges.end(); });
    Annotations annotations = m_annotations;
    std::erase_if(annotations.frames, [&graph](const std::string& frame) { return !findFrame(graph, frame); });
    std::erase_if(annotations.notes, [&graph](std::size_t note) { return note >= graph.notes.size(); });
    set(std::move(nodes), std::move(edges), std::move(annotations));
}

void Selection::reveal(const std::string& node)
{
    select(node);
    Q_EMIT revealed(node);
}

} // namespace netsmith::gui
