#include "gui/canvas/walk.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace netsmith::gui {

std::vector<std::string> readingOrder(const Document& document)
{
    std::vector<std::string> order = document.analysis().order();
    const std::set<std::string> reached(order.begin(), order.end());
    for (const Node& node : document.graph().nodes)
        if (!reached.contains(node.id))
            order.push_back(node.id);
    return order;
}

std::string neighbour(const Graph& graph, const std::string& node, Way way)
{
    if (way == Way::forwards) {
        const std::vector<const Edge*> out = graph.outOf(node);
        return out.empty() ? std::string() : out.front()->to.node;
    }
    if (way == Way::backwards) {
        for (const Edge& edge : graph.edges)
            if (edge.to.node == node)
                return edge.from.node;
        return {};
    }
    std::set<std::string> siblings{node};
    for (const Edge& edge : graph.edges) {
        if (edge.to.node == node)
            for (const Edge& other : graph.edges)
                if (other.from.node == edge.from.node)
                    siblings.insert(other.to.node);
        if (edge.from.node == node)
            for (const Edge& other : graph.edges)
                if (other.to.node == edge.to.node)
                    siblings.insert(other.from.node);
    }
    std::vector<const Node*> column;
    for (const std::string& id : siblings)
        if (const Node* found = graph.find(id))
            column.push_back(found);
    const auto place = [](const Node* one) { return std::tuple(one->y, one->x, one->id); };
    std::ranges::sort(column, {}, place);
    const auto self = std::ranges::find(column, node, &Node::id);
    if (way == Way::up)
        return self == column.begin() ? std::string() : (*(self - 1))->id;
    return self == column.end() || self + 1 == column.end() ? std::string() : (*(self + 1))->id;
}

} // namespace netsmith::gui
