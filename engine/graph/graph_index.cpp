#include "engine/graph/graph_index.h"

#include <algorithm>
#include <iterator>

namespace netsmith {

GraphIndex::GraphIndex(const Graph& graph)
{
    m_places.reserve(graph.nodes.size());
    for (const Node& node : graph.nodes)
        m_places.try_emplace(node.id, Place{.node = &node, .into = {}, .outOf = {}}); // of those that share an id the first
    for (const Edge& edge : graph.edges) {
        m_places[edge.to.node].into.push_back(&edge);
        m_places[edge.from.node].outOf.push_back(&edge);
    }
}

const GraphIndex::Place& GraphIndex::at(std::string_view id) const
{
    static const Place none;
    const auto found = m_places.find(id);
    return found == m_places.end() ? none : found->second;
}

const Node* GraphIndex::find(std::string_view id) const
{
    return at(id).node;
}

const std::vector<const Edge*>& GraphIndex::into(std::string_view node) const
{
    return at(node).into;
}

std::vector<const Edge*> GraphIndex::into(std::string_view node, std::string_view port) const
{
    std::vector<const Edge*> found;
    std::ranges::copy_if(into(node), std::back_inserter(found), [&](const Edge* edge) { return edge->to.port == port; });
    return found;
}

const std::vector<const Edge*>& GraphIndex::outOf(std::string_view node) const
{
    return at(node).outOf;
}

} // namespace netsmith
