#pragma once

#include "engine/graph/validation.h"

#include <string_view>
#include <unordered_map>
#include <vector>

namespace netsmith {

/// A node of the graph with the wires that reach its input ports.
struct WiredNode {
    const Node* node = nullptr;
    const LayerSpec* spec = nullptr; ///< null if the layer is unknown
    std::vector<std::vector<const Edge*>> wires; ///< the sound ones into each input port, in drawing order
    std::vector<bool> attempted; ///< whether any wire, sound or not, leads to the port
};

/// The graph's nodes by number in drawing order; of those that share an id only the first.
struct Wiring {
    std::vector<WiredNode> nodes;
    std::unordered_map<std::string_view, int> index;

    WiredNode* find(std::string_view id);
    int numberOf(std::string_view id) const { return index.at(id); }
    /// For each node, those that its valid wires lead to.
    std::vector<std::vector<int>> successors() const;
};

/// Adds a problem whose sentence begins with the node's label.
template <class... Arguments>
void report(std::vector<Problem>& problems, Severity severity, const Node& node, std::string_view port, MessageTemplate sentence,
            Arguments&&... arguments)
{
    problems.push_back({severity, node.id, std::string(port),
                        Message(sentence, node.label(), std::forward<Arguments>(arguments)...), std::nullopt,
                        ProblemSubject::network});
}

/// Finds the nodes and their layers; reports duplicate or invalid ids, and layers that are unknown or newer. In an expanded graph
/// ids are names joined by "/".
Wiring findNodes(const Graph& graph, const LayerRegistry& layers, bool unfolded, std::vector<Problem>& problems);

/// Reports nodes that use the weights of a missing node, of a different kind of layer, or of one that itself uses another's.
void checkSharing(Wiring& wiring, std::vector<Problem>& problems);

/// Connects the graph's wires to their ports; reports dangling and duplicate ones, and occupied ports.
void connectWires(const Graph& graph, Wiring& wiring, std::vector<Problem>& problems);

} // namespace netsmith
