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
    struct Place {
        const Node* node = nullptr; ///< null: wires name it, but it does not exist
        std::vector<const Edge*> into;
        std::vector<const Edge*> outOf;
    };
    const Place& at(std::string_view id) const;

    std::unordered_map<std::string_view, Place> m_places;
};

} // namespace netsmith
