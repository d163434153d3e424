#include "gui/document/clipboard.h"

#include "engine/graph/block_inside.h"
#include "engine/graph/project.h"
#include "gui/document/graph_edits.h"
#include "gui/document/node_text.h"

#include <algorithm>
#include <map>

namespace netsmith::gui {
namespace {

/// The blocks that the nodes stand for, and those in them.
void addBlocks(std::vector<Block>& out, const Graph& graph, const std::vector<Node>& nodes)
{
    for (const Node& node : nodes) {
        const Block* block = findBlock(graph, blockOf(node));
        if (!block || std::ranges::find(out, block->id, &Block::id) != out.end())
            continue;
        out.push_back(*block);
        addBlocks(out, graph, block->nodes);
    }
}

/// The piece of the graph that the nodes make; an open block's own ends stay where they are.
Project pieceOf(const Graph& graph, const std::set<std::string>& nodes)
{
    Project piece;
    for (const Node& node : graph.nodes)
        if (nodes.contains(node.id) && !isBlockEnd(node))
            piece.graph.nodes.push_back(node);
    for (const Edge& edge : graph.edges)
        if (piece.graph.find(edge.from.node) && piece.graph.find(edge.to.node))
            piece.graph.edges.push_back(edge);
    addBlocks(piece.graph.blocks, graph, piece.graph.nodes);
    return piece;
}

/// Brings the blocks of a piece into a graph: one that is there already stays, another of the same name gets a number.
class BlockImport {
public:
    BlockImport(Graph& graph, const Graph& piece)
        : m_graph(graph)
        , m_piece(piece)
    {
    }

    /// Lets the nodes stand for the blocks as they are called here.
    void apply(std::vector<Node>& nodes)
    {
        for (Node& node : nodes)
            if (node.layer == blockLayer && findBlock(m_piece, blockOf(node)))
                node.parameters["block"] = idHere(blockOf(node));
    }

private:
    std::string idHere(const std::string& id)
    {
        const auto [known, isNew] = m_ids.try_emplace(id, id);
        if (!isNew) // or it holds itself, which was so before
            return known->second;
        Block block = *findBlock(m_piece, id);
        apply(block.nodes);
        const std::string title = block.title;
        int number = 1;
        for (const Block* there = nullptr; (there = findBlock(m_graph, block.id)); block.id = id + "_" + std::to_string(number)) {
            if (sameNetwork(*there, block)) {
                m_ids[id] = there->id;
                return there->id;
            }
            ++number;
        }
        if (number > 1 && !title.empty())
            block.title = title + " " + std::to_string(number);
        m_ids[id] = block.id;
        m_graph.blocks.push_back(block);
        return m_graph.blocks.back().id;
    }

    /// Whether they differ in nothing but their looks.
    static bool sameNetwork(const Block& one, const Block& other)
    {
        const auto same = [](const Node& a, const Node& b) {
            return a.id == b.id && a.layer == b.layer && a.version == b.version && a.parameters == b.parameters
                && a.shares == b.shares;
        };
        return std::ranges::equal(one.nodes, other.nodes, same) && one.edges == other.edges;
    }

    Graph& m_graph;
    const Graph& m_piece;
    std::map<std::string, std::string> m_ids;
};

} // namespace

QString copyText(const Graph& graph, const std::set<std::string>& nodes)
{
    // A project with nothing but the graph, so that reading it goes through the one reader.
    const Json whole = Json::parse(toJson(pieceOf(graph, nodes)));
    const Json text{{"netsmith", whole.at("netsmith")}, {"graph", whole.at("graph")}};
    return QString::fromStdString(text.dump(2));
}

Expected<std::set<std::string>> paste(Graph& graph, const QString& text, std::optional<QPointF> position, QPointF offset,
                                      const std::string& into)
{
    Expected<Project> read = projectFromJson(text.toStdString());
    if (!read)
        return read.error();
    Graph piece = std::move(read->graph);
    std::erase_if(piece.nodes, isBlockEnd);
    if (piece.nodes.empty())
        return Error(ErrorKind::input, NS_MESSAGE("clipboard.empty", "The clipboard holds no layers: copy some first."));
    const Graph copied = piece;
    const std::vector<Block> before = graph.blocks;
    BlockImport(graph, copied).apply(piece.nodes);
    for (const Node& node : piece.nodes)
        if (const Block* block = findBlock(graph, blockOf(node)); block && !into.empty() && holdsBlock(graph, block->id, into)) {
            const std::string title = titleOf(*block).toStdString();
            graph.blocks = before;
            return Error(ErrorKind::input, NS_MESSAGE("clipboard.itself", "“{0}” would contain itself: paste it outside."), title);
        }
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
