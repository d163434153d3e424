#include "engine/graph/blocks/blocks.h"

#include <algorithm>
#include <set>

namespace netsmith {
namespace {

constexpr std::size_t mostWires = 4 * mostUnfoldedNodes;
constexpr int mostHops = 256; ///< through blocks that pass on their inputs, which may be a cycle
constexpr std::size_t mostSteps = std::size_t{1} << 26; ///< along wires: blocks that pass on their inputs multiply them

/// The nodes and wires of the graph or of one use of a block.
struct Scope {
    const Scope* parent = nullptr;
    const Node* stands = nullptr; ///< the node that stands for it
    const Block* block = nullptr; ///< null: the graph
    const std::vector<Node>& nodes;
    const std::vector<Edge>& edges;
    std::string prefix;
    int depth = 0;
    std::map<std::string_view, std::unique_ptr<Scope>> inner; ///< by the nodes that stand for blocks
};

bool isInside(const Scope& scope, const Block* block)
{
    for (const Scope* at = &scope; at; at = at->parent)
        if (at->block == block)
            return true;
    return false;
}

class Unfolding {
public:
    Unfolding(const Graph& graph, const LayerRegistry& layers)
        : m_graph(graph)
        , m_layers(layers)
        , m_root{.nodes = graph.nodes, .edges = graph.edges, .prefix = {}, .inner = {}}
    {
    }

    Unfolded run()
    {
        checkNames();
        addNodes(m_root);
        addWires(m_root);
        m_out.graph.groups = m_graph.groups;
        m_out.graph.notes = m_graph.notes;
        if (m_tooLarge) {
            m_out.graph = {}; // it is incomplete, and checking it would take long
            m_out.problems.push_back(
                {Severity::error,
                 {},
                 {},
                 Message(
                     NS_MESSAGE("graph.block_size", "the network's blocks expand to more than {0:layer|layers}; use fewer of them"),
                     mostUnfoldedNodes),
                 std::nullopt,
                 ProblemSubject::network});
        }
        return std::move(m_out);
    }

private:
    template <class... Arguments>
    void report(const Scope& scope, const Node& node, std::string_view port, MessageTemplate sentence, Arguments&&... arguments)
    {
        Node named = node;
        named.id = scope.prefix + node.id;
        m_out.problems.push_back({Severity::error, named.id, std::string(port),
                                  Message(sentence, named.label(), std::forward<Arguments>(arguments)...), std::nullopt,
                                  ProblemSubject::network});
    }

    void checkNames()
    {
        std::set<std::string_view> ids;
        for (const Block& block : m_graph.blocks)
            if (!ids.insert(block.id).second)
                m_out.problems.push_back(
                    {Severity::error,
                     {},
                     {},
                     Message(NS_MESSAGE("graph.block_id", "two blocks have the id \"{0}\"; give one of them another"), block.id),
                     std::nullopt,
                     ProblemSubject::network});
    }

    const Block* find(std::string_view id) const
    {
        const auto found = std::ranges::find(m_graph.blocks, id, &Block::id);
        return found == m_graph.blocks.end() ? nullptr : &*found;
    }

    std::string blockNames() const
    {
        std::string names;
        for (const Block& block : m_graph.blocks)
            names += (names.empty() ? "" : ", ") + block.id;
        return names.empty() ? "–" : names;
    }

    /// The block that a node stands for, if it can be expanded there.
    const Block* blockAt(const Scope& scope, const Node& node)
    {
        const std::string id = blockOf(node);
        const Block* block = find(id);
        if (!block)
            report(scope, node, {}, NS_MESSAGE("graph.block", "{0}: there is no block \"{1}\"; there are: {2}"), id, blockNames());
        else if (isInside(scope, block))
            report(scope, node, {},
                   NS_MESSAGE("graph.block_itself", "{0}: the block \"{1}\" would contain itself; remove it there"), id);
        else if (scope.depth >= deepestBlock)
            report(scope, node, {},
                   NS_MESSAGE("graph.block_depth", "{0}: blocks are nested more than {1} deep; nest fewer of them"), deepestBlock);
        else
            return block;
        return nullptr;
    }

    void addNodes(Scope& scope)
    {
        for (const Node& node : scope.nodes) {
            if (m_out.graph.nodes.size() >= mostUnfoldedNodes || m_unfolded >= mostUnfoldedNodes) {
                m_tooLarge = true;
                return;
            }
            if (node.id.find('/') != std::string::npos)
                report(scope, node, {}, NS_MESSAGE("graph.block_slash", "{0}: the id must not hold a /"));
            if (node.layer == blockLayer && !scope.inner.contains(node.id)) {
                if (const Block* block = blockAt(scope, node)) {
                    addBlock(scope, node, *block);
                    continue;
                }
            }
            addNode(scope, node);
        }
    }

    void addNode(const Scope& scope, Node node)
    {
        node.id = scope.prefix + node.id;
        if (!node.title.empty())
            node.title = scope.prefix + node.title;
        if (!node.shares.empty())
            node.shares = scope.prefix + node.shares;
        if (node.layer == blockLayer) // which could not be expanded, as already reported; it passes on its input
            node.parameters.clear();
        if (scope.stands) {
            node.x += scope.stands->x;
            node.y += scope.stands->y;
        }
        m_out.graph.nodes.push_back(std::move(node));
    }

    void addBlock(Scope& scope, const Node& node, const Block& block)
    {
        ++m_unfolded;
        auto inner = std::make_unique<Scope>(
            Scope{&scope, &node, &block, block.nodes, block.edges, scope.prefix + node.id + "/", scope.depth + 1, {}});
        const std::size_t first = m_out.graph.nodes.size();
        addNodes(*inner);
        const auto added = std::span(m_out.graph.nodes).subspan(first);
        setParameters(scope, node, *inner, added);
        if (!node.shares.empty())
            shareWeights(scope, node, *inner, added);
        scope.inner.emplace(node.id, std::move(inner));
    }

    bool hasWeights(const Node& node) const
    {
        const LayerSpec* spec = m_layers.find(node.layer);
        return spec && spec->hasWeights();
    }

    /// The settings of the layers in a block where it is used.
    void setParameters(const Scope& scope, const Node& node, const Scope& inner, std::span<Node> added)
    {
        for (const auto& [name, value] : node.parameters) {
            if (name == "block")
                continue;
            const std::size_t dot = name.rfind('.');
            const std::string target = dot == std::string::npos ? std::string() : inner.prefix + name.substr(0, dot);
            bool found = false;
            for (Node& layer : added)
                if (target.empty() ? name == "trainable" && hasWeights(layer) : layer.id == target) {
                    layer.parameters[target.empty() ? name : name.substr(dot + 1)] = value;
                    found = true;
                }
            if (!found)
                report(scope, node, {},
                       NS_MESSAGE("graph.block_parameter",
                                  "{0}: there is no setting \"{1}\"; in the block \"{2}\" a layer's parameter is named "
                                  "\"layer.parameter\", and \"trainable\" applies to all of them"),
                       name, inner.block->id);
        }
    }

    void shareWeights(const Scope& scope, const Node& node, const Scope& inner, std::span<Node> added)
    {
        const auto owner = std::ranges::find(scope.nodes, node.shares, &Node::id);
        if (owner == scope.nodes.end() || &*owner == &node || owner->layer != blockLayer || blockOf(*owner) != inner.block->id
            || !owner->shares.empty()) {
            report(
                scope, node, {},
                NS_MESSAGE("graph.block_shares",
                           "{0}: it can't use the weights of \"{1}\"; name another node that stands for the block \"{2}\" and has "
                           "its own"),
                node.shares, inner.block->id);
            return;
        }
        const std::string prefix = scope.prefix + node.shares + "/";
        for (Node& layer : added)
            if (hasWeights(layer)) {
                const std::string& own = layer.shares.empty() ? layer.id : layer.shares;
                layer.shares = prefix + own.substr(inner.prefix.size());
            }
    }

    /// Wires that lead to layers; those to blocks are found from there.
    void addWires(const Scope& scope)
    {
        for (const Edge& edge : scope.edges) {
            const Scope* inner = innerAt(scope, edge.to.node);
            if (inner)
                checkPort(scope, *inner, edge.to.port, true);
            if (const Scope* from = innerAt(scope, edge.from.node))
                checkPort(scope, *from, edge.from.port, false);
            if (inner || (scope.block && edge.to.node.empty()))
                continue;
            std::vector<PortRef> sources;
            findSources(scope, edge.from, sources, 0);
            for (const PortRef& source : sources) {
                if (m_out.graph.edges.size() >= mostWires) {
                    m_tooLarge = true;
                    return;
                }
                m_out.graph.edges.push_back({source, {scope.prefix + edge.to.node, edge.to.port}, Json::object()});
            }
        }
        for (const Node& node : scope.nodes)
            if (const Scope* inner = innerAt(scope, node.id)) {
                addWires(*inner);
                findEnds(scope, *inner);
            }
    }

    static const Scope* innerAt(const Scope& scope, std::string_view node)
    {
        const auto found = scope.inner.find(node);
        return found == scope.inner.end() ? nullptr : found->second.get();
    }

    void checkPort(const Scope& scope, const Scope& inner, const std::string& port, bool input)
    {
        const bool there = std::ranges::any_of(inner.edges, [&](const Edge& edge) {
            const PortRef& end = input ? edge.from : edge.to;
            return end.node.empty() && end.port == port;
        });
        if (!there)
            report(scope, *inner.stands, port,
                   input
                       ? NS_MESSAGE("graph.block_input", "{0}: the block \"{1}\" has no input \"{2}\"; add it inside the block")
                       : NS_MESSAGE("graph.block_output", "{0}: the block \"{1}\" has no output \"{2}\"; add it inside the block"),
                   inner.block->id, port);
    }

    /// The outputs of layers that a wire from `from` ultimately comes from. Blocks may pass on their inputs, even in cycles.
    void findSources(const Scope& scope, const PortRef& from, std::vector<PortRef>& sources, int hops)
    {
        const Scope* inner = innerAt(scope, from.node);
        const bool outwards = from.node.empty() && scope.parent;
        if (!inner && !outwards) {
            sources.push_back({scope.prefix + from.node, from.port});
            return;
        }
        const Scope& next = outwards ? *scope.parent : *inner;
        const std::string_view end = outwards ? std::string_view(scope.stands->id) : std::string_view();
        m_steps += next.edges.size();
        m_tooLarge = m_tooLarge || m_steps > mostSteps || sources.size() > mostWires;
        if (m_tooLarge || hops > mostHops)
            return;
        for (const Edge& edge : next.edges)
            if (edge.to.node == end && edge.to.port == from.port)
                findSources(next, edge.from, sources, hops + 1);
    }

    void findEnds(const Scope& scope, const Scope& inner)
    {
        const auto find = [this](const Scope& where, const PortRef& from, std::pair<std::string, std::string> end) {
            if (m_out.outputs.contains(end))
                return;
            std::vector<PortRef> sources;
            findSources(where, from, sources, 0);
            if (sources.size() == 1)
                m_out.outputs.emplace(std::move(end), sources.front());
        };
        for (const Edge& edge : inner.edges) {
            if (edge.to.node.empty())
                find(scope, {inner.stands->id, edge.to.port}, {scope.prefix + inner.stands->id, edge.to.port});
            if (edge.from.node.empty())
                find(inner, edge.from, {inner.prefix + endId(true, edge.from.port), "output"});
        }
    }

    const Graph& m_graph;
    const LayerRegistry& m_layers;
    Scope m_root;
    Unfolded m_out;
    std::size_t m_unfolded = 0;
    std::size_t m_steps = 0;
    bool m_tooLarge = false;
};

} // namespace

std::string blockOf(const Node& node)
{
    const auto found = node.parameters.find("block");
    const auto* name =
        node.layer != blockLayer || found == node.parameters.end() ? nullptr : std::get_if<std::string>(&found->second);
    return name ? *name : std::string();
}

bool hasBlocks(const Graph& graph)
{
    return std::ranges::any_of(graph.nodes, [](const Node& node) { return node.layer == blockLayer; });
}

std::string drawnNode(const std::string& node)
{
    return node.substr(0, node.find('/'));
}

std::string endId(bool input, std::string_view port)
{
    return (input ? "in:" : "out:") + std::string(port);
}

void Unfolded::showOnBlocks(ShapeWalk& shapes) const
{
    for (const auto& [port, source] : outputs)
        if (const Shape* shape = shapes.at(source))
            shapes.outputs.insert_or_assign({port.first, port.second}, *shape);
}

Unfolded unfoldBlocks(const Graph& graph, const LayerRegistry& layers)
{
    return Unfolding(graph, layers).run();
}

Project unfolded(const Project& project, const LayerRegistry& layers)
{
    Project out = project;
    if (!hasBlocks(project.graph))
        return out;
    Unfolded flat = unfoldBlocks(project.graph, layers);
    out.graph = std::move(flat.graph);
    for (Objective& objective : out.training.objectives)
        for (std::string* layer : {&objective.output, &objective.targetLayer}) { // for a block, its first output
            const auto made = std::ranges::find_if(flat.outputs, [&](const auto& each) { return each.first.first == *layer; });
            if (!layer->empty() && made != flat.outputs.end())
                *layer = made->second.node;
        }
    return out;
}

} // namespace netsmith
