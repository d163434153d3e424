#pragma once

#include "engine/graph/graph.h"

#include <string_view>
#include <unordered_map>
#include <vector>

namespace netsmith {

/// Finds nodes and wires of a graph, which must not change meanwhile, without searching all of them each time: visiting every layer
/// takes linear time.
class GraphIndex {
public:
    explicit GraphIndex(const Graph& graph);

    /// As `Graph::find`.
    const Node* find(std::string_view id) const;
    /// The wires into a node, in drawing order.
    const std::vector<const Edge*>& into(std::string_view node) const;
    /// As `Graph::into`.
    std::vector<const Edge*> into(std::string_view node, std::string_view port) const;
    /// The wires out of a node, in drawing order.
    const std::vector<const Edge*>& outOf(std::string_view node) const;

private:
    std::unordered_map<std::string_view, const Node*> m_nodes;
    std::unordered_map<std::string_view, std::vector<const Edge*>> m_into;
    std::unordered_map<std::string_view, std::vector<const Edge*>> m_outOf;
};

} // namespace netsmith
