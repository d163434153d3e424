#include "engine/graph/graph.h"

#include <algorithm>
#include <charconv>

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
    const std::string prefix = std::string(layer) + "_";
    std::vector<bool> taken(nodes.size() + 2);
    for (const Node& node : nodes) {
        if (!node.id.starts_with(prefix))
            continue;
        const char* digits = node.id.data() + prefix.size();
        const char* end = node.id.data() + node.id.size();
        std::size_t number = 0;
        const auto [last, error] = std::from_chars(digits, end, number);
        if (error == std::errc() && last == end && *digits != '0' && number < taken.size())
            taken[number] = true;
    }
    const auto free = std::find(taken.begin() + 1, taken.end(), false);
    return prefix + std::to_string(free - taken.begin());
}

} // namespace netsmith
