#include "gui/document/clipboard.h"

#include "engine/graph/blocks/block_inside.h"
#include "engine/graph/project/project.h"
#include "gui/document/graph_edits.h"
#include "gui/document/node_text.h"

#include <algorithm>
#include <map>

namespace netsmith::gui {
namespace {

/// The blocks that the nodes use, including nested ones.
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

/// The part of the graph given by nodes and annotations, without the inputs and outputs of an open block.
Project pieceOf(const Graph& graph, std::set<std::string> nodes, const Annotations& annotations)
{
    Project piece;
    nodes.merge(nodesIn(graph, annotations.frames));
    for (const Node& node : graph.nodes)
        if (nodes.contains(node.id) && !isBlockEnd(node))
            piece.graph.nodes.push_back(node);
    for (const Edge& edge : graph.edges)
        if (piece.graph.find(edge.from.node) && piece.graph.find(edge.to.node))
            piece.graph.edges.push_back(edge);
    addBlocks(piece.graph.blocks, graph, piece.graph.nodes);
    for (const Group& frame : graph.groups)
        if (annotations.frames.contains(frame.id))
            piece.graph.groups.push_back(frame);
    for (const std::size_t note : annotations.notes)
        if (note < graph.notes.size())
            piece.graph.notes.push_back(graph.notes[note]);
    return piece;
}

/// Its top left corner; none if it is empty.
std::optional<QPointF> cornerOf(const Graph& piece)
{
    QRectF around;
    for (const Node& node : piece.nodes)
        around |= QRectF(node.x, node.y, nodeSize.x(), nodeSize.y());
    for (const Group& frame : piece.groups)
        around |= frameRectangle(piece, frame);
    for (const Note& note : piece.notes)
        around |= noteRectangle(note);
    return around.isNull() ? std::nullopt : std::optional(around.topLeft());
}

/// Adds the blocks of a piece to a graph: an identical one is reused, a different one with the same id gets a number.
class BlockImport {
public:
    BlockImport(Graph& graph, const Graph& piece)
        : m_graph(graph)
        , m_piece(piece)
    {
    }

    /// Makes the nodes use the blocks by their ids in this graph.
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
        if (!isNew) // or it contains itself, and did before
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

    /// Whether they differ only in appearance.
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

QString copyText(const Graph& graph, const std::set<std::string>& nodes, const Annotations& annotations)
{
    // A project with only the graph, so that it can be read by the project reader.
    const Json whole = Json::parse(toJson(pieceOf(graph, nodes, withContents(graph, annotations))));
    const Json text{{"netsmith", whole.at("netsmith")}, {"graph", whole.at("graph")}};
    return QString::fromStdString(text.dump(2));
}

Expected<Pasted> paste(Graph& graph, const QString& text, std::optional<QPointF> position, QPointF offset, const std::string& into)
{
    Expected<Project> read = projectFromJson(text.toStdString());
    if (!read)
        return read.error();
    Graph piece = std::move(read->graph);
    std::erase_if(piece.nodes, isBlockEnd);
    if (!into.empty()) {
        piece.groups.clear();
        piece.notes.clear();
    }
    const std::optional<QPointF> corner = cornerOf(piece);
    if (!corner)
        return Error(ErrorKind::input, NS_MESSAGE("clipboard.empty", "The clipboard contains no layers: copy some first."));
    const Graph copied = piece;
    const std::vector<Block> before = graph.blocks;
    BlockImport(graph, copied).apply(piece.nodes);
    for (const Node& node : piece.nodes)
        if (const Block* block = findBlock(graph, blockOf(node)); block && !into.empty() && holdsBlock(graph, block->id, into)) {
            const std::string title = titleOf(*block).toStdString();
            graph.blocks = before;
            return Error(ErrorKind::input, NS_MESSAGE("clipboard.itself", "“{0}” would contain itself: paste it outside."), title);
        }
    if (position)
        offset = snapped(*position) - snapped(*corner); // keeps the nodes on the grid
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
    for (const std::string& fresh : added) // copies share weights with each other
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
    Pasted pasted{std::move(added), {}};
    Annotations all;
    for (std::size_t i = 0; i < piece.notes.size(); ++i)
        all.notes.insert(i);
    for (Group& frame : piece.groups) {
        std::vector<std::string> inside;
        for (const std::string& node : frame.nodes)
            if (const auto found = ids.find(node); found != ids.end())
                inside.push_back(found->second);
        frame.nodes = std::move(inside);
        all.frames.insert(frame.id);
    }
    moveAnnotations(piece, all, offset);
    for (Group& frame : piece.groups) {
        frame.id = freshFrameId(graph);
        pasted.annotations.frames.insert(frame.id);
        graph.groups.push_back(std::move(frame));
    }
    for (Note& note : piece.notes) {
        pasted.annotations.notes.insert(graph.notes.size());
        graph.notes.push_back(std::move(note));
    }
    return pasted;
}

} // namespace netsmith::gui
