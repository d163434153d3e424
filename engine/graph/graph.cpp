#include "engine/graph/graph.h"

#include <algorithm>

namespace netsmith {

bool isName(std::string_view id)
{
    const auto fits = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    };
    return !id.empty() && id.size() <= 64 && std::ranges::all_of(id, fits);
}

std::string Node::label() const
{
    return layer + " \"" + (title.empty() ? id : title) + "\"";
}

const Node* Graph::find(std::string_view id) const
{
    const auto found = std::ranges::find(nodes, id, &Node::id);
    return found == nodes.end() ? nullptr : &*found;
}

Node* Graph::find(std::string_view id)
{
    return const_cast<Node*>(std::as_const(*this).find(id));
}

std::vector<const Edge*> Graph::into(std::string_view node, std::string_view port) const
{
    std::vector<const Edge*> found;
    for (const Edge& edge : edges)
        if (edge.to.node == node && edge.to.port == port)
            found.push_back(&edge);
    return found;
}

std::vector<const Edge*> Graph::outOf(std::string_view node) const
{
    std::vector<const Edge*> found;
    for (const Edge& edge : edges)
        if (edge.from.node == node)
            found.push_back(&edge);
    return found;
}

std::string Graph::freshId(std::string_view layer) const
{
    for (std::size_t number = 1;; ++number) {
        std::string id = std::string(layer) + "_" + std::to_string(number);
        if (!find(id))
            return id;
    }
}

} // namespace netsmith
