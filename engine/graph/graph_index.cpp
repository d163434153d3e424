#include "engine/graph/graph_index.h"

#include <algorithm>
#include <iterator>

namespace netsmith {
namespace {

using Wires = std::vector<const Edge*>;

const Wires& wiresOf(const std::unordered_map<std::string_view, Wires>& index, std::string_view node)
{
    static const Wires none;
    const auto found = index.find(node);
    return found == index.end() ? none : found->second;
}

} // namespace

GraphIndex::GraphIndex(const Graph& graph)
{
    for (const Node& node : graph.nodes)
        m_nodes.emplace(node.id, &node); // of those that share an id the first
    for (const Edge& edge : graph.edges) {
        m_into[edge.to.node].push_back(&edge);
        m_outOf[edge.from.node].push_back(&edge);
    }
}

const Node* GraphIndex::find(std::string_view id) const
{
    const auto found = m_nodes.find(id);
    return found == m_nodes.end() ? nullptr : found->second;
}

const std::vector<const Edge*>& GraphIndex::into(std::string_view node) const
{
    return wiresOf(m_into, node);
}

std::vector<const Edge*> GraphIndex::into(std::string_view node, std::string_view port) const
{
    std::vector<const Edge*> found;
    std::ranges::copy_if(into(node), std::back_inserter(found), [&](const Edge* edge) { return edge->to.port == port; });
    return found;
}

const std::vector<const Edge*>& GraphIndex::outOf(std::string_view node) const
{
    return wiresOf(m_outOf, node);
}

} // namespace netsmith
