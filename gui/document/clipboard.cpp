#include "gui/document/clipboard.h"

#include "engine/graph/blocks.h"
#include "engine/graph/project.h"
#include "gui/document/graph_edits.h"

#include <algorithm>
#include <map>

namespace netsmith::gui {
namespace {

/// The piece of the graph that the nodes make.
Project pieceOf(const Graph& graph, const std::set<std::string>& nodes)
{
    Project piece;
    for (const Node& node : graph.nodes)
        if (nodes.contains(node.id))
            piece.graph.nodes.push_back(node);
    for (const Edge& edge : graph.edges)
        if (nodes.contains(edge.from.node) && nodes.contains(edge.to.node))
            piece.graph.edges.push_back(edge);
    if (hasBlocks(piece.graph))
        piece.graph.blocks = graph.blocks; // those in them, too
    return piece;
}

} // namespace

QString copyText(const Graph& graph, const std::set<std::string>& nodes)
{
    // A project with nothing but the graph, so that reading it goes through the one reader.
    const Json whole = Json::parse(toJson(pieceOf(graph, nodes)));
    const Json text{{"netsmith", whole.at("netsmith")}, {"graph", whole.at("graph")}};
    return QString::fromStdString(text.dump(2));
}

Expected<std::set<std::string>> paste(Graph& graph, const QString& text, std::optional<QPointF> position, QPointF offset)
{
    Expected<Project> read = projectFromJson(text.toStdString());
    if (!read)
        return read.error();
    Graph& piece = read->graph;
    if (piece.nodes.empty())
        return Error(ErrorKind::input, NS_MESSAGE("clipboard.empty", "The clipboard holds no layers: copy some first."));
    if (position) {
        QPointF corner(piece.nodes.front().x, piece.nodes.front().y);
        for (const Node& node : piece.nodes)
            corner = {std::min(corner.x(), node.x), std::min(corner.y(), node.y)};
        offset = snapped(*position) - corner;
    }
    std::map<std::string, std::string> ids;
    std::set<std::string> added;
    for (Node node : piece.nodes) {
        const std::string fresh = graph.freshId(node.layer);
        ids[node.id] = fresh;
        node.id = fresh;
        node.x += offset.x();
        node.y += offset.y();
        added.insert(fresh);
        graph.nodes.push_back(std::move(node));
    }
    for (const std::string& fresh : added) // what was pasted along shares with its like
        if (Node* node = graph.find(fresh); ids.contains(node->shares))
            node->shares = ids[node->shares];
    for (Block& block : piece.blocks)
        if (std::ranges::find(graph.blocks, block.id, &Block::id) == graph.blocks.end())
            graph.blocks.push_back(std::move(block));
    for (Edge edge : piece.edges) {
        const auto from = ids.find(edge.from.node);
        const auto to = ids.find(edge.to.node);
        if (from == ids.end() || to == ids.end())
            continue;
        edge.from.node = from->second;
        edge.to.node = to->second;
        graph.edges.push_back(std::move(edge));
    }
    return added;
}

} // namespace netsmith::gui
