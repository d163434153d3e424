#include "gui/document/graph_edits.h"

#include "engine/graph/blocks/block_inside.h"
#include "engine/graph/graph_index.h"
#include "gui/document/placement.h"

#include <algorithm>
#include <cmath>

namespace netsmith::gui {
namespace {

const PortSpec* port(const LayerBook& layers, const Graph& graph, const PortRef& ref, bool input)
{
    const Node* node = graph.find(ref.node);
    const LayerSpec* layer = node ? layers.of(*node) : nullptr;
    if (!layer)
        return nullptr;
    const std::vector<PortSpec>& ports = input ? layer->inputs : layer->outputs;
    const auto found = std::ranges::find(ports, ref.port, &PortSpec::name);
    return found == ports.end() ? nullptr : &*found;
}

bool leadsTo(const Graph& graph, const std::string& from, const std::string& to)
{
    const GraphIndex index(graph);
    std::vector<std::string_view> open{from};
    std::set<std::string_view> seen{from};
    while (!open.empty()) {
        const std::string_view next = open.back();
        open.pop_back();
        if (next == to)
            return true;
        for (const Edge* edge : index.outOf(next))
            if (seen.insert(edge->to.node).second)
                open.push_back(edge->to.node);
    }
    return false;
}

/// The id of a new node: "dense_3", "block_1" for any block, "in:input_2" for an input of the open block.
std::string freshId(const Graph& graph, const LayerSpec& layer)
{
    if (isBlock(layer))
        return graph.freshId(blockLayer);
    if (layer.id != blockInputLayer && layer.id != blockOutputLayer)
        return graph.freshId(layer.id);
    const bool input = layer.id == blockInputLayer;
    const std::string stem = input ? "input" : "output";
    std::string id = endId(input, stem);
    for (int number = 2; graph.find(id); ++number)
        id = endId(input, stem + "_" + std::to_string(number));
    return id;
}

Edge edgeBetween(const std::string& from, const std::string& fromPort, const std::string& to, const std::string& toPort)
{
    return {{from, fromPort}, {to, toPort}, Json::object()};
}

Edge* findEdge(Graph& graph, const Edge& edge)
{
    const auto found = std::ranges::find_if(
        graph.edges, [&edge](const Edge& candidate) { return candidate.from == edge.from && candidate.to == edge.to; });
    return found == graph.edges.end() ? nullptr : &*found;
}

} // namespace

QPointF snapped(QPointF position)
{
    return {std::round(position.x() / gridStep) * gridStep, std::round(position.y() / gridStep) * gridStep};
}

std::string addNode(Graph& graph, const LayerSpec& layer, QPointF position)
{
    Node node;
    node.id = freshId(graph, layer);
    node.layer = layer.id;
    node.version = layer.version;
    if (isBlock(layer)) {
        node.layer = blockLayer;
        node.parameters["block"] = blockOfSpec(layer.id);
    }
    node.x = snapped(position).x();
    node.y = snapped(position).y();
    graph.nodes.push_back(node);
    return node.id;
}

std::string addBehind(Graph& graph, const LayerBook& layers, const LayerSpec& layer, std::string after)
{
    const Node* before = graph.find(after);
    const LayerSpec* spec = before ? layers.of(*before) : nullptr;
    if (!before)
        return placeLayer(graph, layers, layer, std::nullopt, {0.0, 0.0});
    const QPointF place(before->x + nodeStep, before->y);
    if (!spec || spec->outputs.empty() || layer.inputs.empty())
        return placeLayer(graph, layers, layer, std::nullopt, place);

    const std::vector<const Edge*> out = graph.outOf(after);
    if (out.size() == 1 && !layer.outputs.empty())
        return placeLayer(graph, layers, layer, Edge(*out.front()), place);
    const std::string id = placeLayer(graph, layers, layer, std::nullopt, place);
    connect(graph, {after, spec->outputs.front().name}, {id, layer.inputs.front().name});
    return id;
}

void insertNodeOnEdge(Graph& graph, const LayerBook& layers, const std::string& node, const Edge& edge)
{
    const Edge old = edge;
    const Node* placed = graph.find(node);
    const LayerSpec* layer = placed ? layers.of(*placed) : nullptr;
    if (!layer || layer->inputs.empty() || layer->outputs.empty())
        return;
    if (!old.to.node.empty()) {
        Edge* found = findEdge(graph, old);
        if (!found)
            return;
        // The new wire takes the old one's position in the list of edges, which determines the order of a merge's inputs.
        *found = edgeBetween(node, layer->outputs.front().name, old.to.node, old.to.port);
    }
    connect(graph, old.from, {node, layer->inputs.front().name});
}

std::optional<WireObjection> objectionTo(const Graph& graph, const LayerBook& layers, const PortRef& from, const PortRef& to,
                                         const Edge* replacing)
{
    if (from.node == to.node)
        return WireObjection::sameNode;
    const PortSpec* target = port(layers, graph, to, true);
    if (!port(layers, graph, from, false) || !target)
        return WireObjection::sameDirection;
    const auto same = [](const Edge& one, const Edge* other) { return other && one.from == other->from && one.to == other->to; };
    for (const Edge* edge : graph.into(to.node, to.port)) {
        if (same(*edge, replacing))
            continue;
        if (edge->from == from)
            return WireObjection::doubled;
        if (!target->many)
            return WireObjection::occupied;
    }
    if (leadsTo(graph, to.node, from.node))
        return WireObjection::cycle;
    return std::nullopt;
}

void connect(Graph& graph, const PortRef& from, const PortRef& to)
{
    graph.edges.push_back({from, to, Json::object()});
}

void disconnect(Graph& graph, const Edge& edge)
{
    std::erase_if(graph.edges, [&edge](const Edge& candidate) { return candidate.from == edge.from && candidate.to == edge.to; });
}

void remove(Graph& graph, const LayerBook& layers, const std::set<std::string>& nodes, const std::vector<Edge>& edges)
{
    for (const Edge& edge : std::vector<Edge>(edges))
        disconnect(graph, edge);
    for (const std::string& id : nodes) {
        const Node* node = graph.find(id);
        if (!node)
            continue;
        std::vector<Edge> in;
        for (const Edge& edge : graph.edges)
            if (edge.to.node == id)
                in.push_back(edge);
        const LayerSpec* layer = layers.of(*node);
        const bool chained =
            in.size() == 1 && (!layer || (layer->neededInputs() == 1 && in.front().to.port == layer->inputs.front().name));
        if (chained)
            for (Edge& edge : graph.edges)
                if (edge.from.node == id) {
                    const bool there = std::ranges::any_of(
                        graph.edges, [&](const Edge& other) { return other.from == in.front().from && other.to == edge.to; });
                    if (!there)
                        edge.from = in.front().from; // connects the neighbours, at the old wire's position in the list
                }
        std::erase_if(graph.edges, [&id](const Edge& edge) { return edge.from.node == id || edge.to.node == id; });
        std::erase_if(graph.nodes, [&id](const Node& candidate) { return candidate.id == id; });
        std::erase_if(graph.groups, [&id](const Group& group) { return group.nodes == std::vector{id}; });
        for (Group& group : graph.groups)
            std::erase(group.nodes, id);
    }
}

void move(Graph& graph, const std::set<std::string>& nodes, QPointF by)
{
    for (Node& node : graph.nodes)
        if (nodes.contains(node.id)) {
            node.x += by.x();
            node.y += by.y();
        }
}

void rename(Graph& graph, const std::string& node, const std::string& title)
{
    if (Node* found = graph.find(node))
        found->title = title;
}

void setParameter(Graph& graph, const LayerBook& layers, const std::set<std::string>& nodes, const std::string& parameter,
                  const ParameterValue& value)
{
    for (Node& node : graph.nodes) {
        const LayerSpec* layer = nodes.contains(node.id) ? layers.of(node) : nullptr;
        const ParameterSpec* spec = layer ? layer->parameter(parameter) : nullptr;
        if (!spec)
            continue;
        if (normalised(*spec, value) == spec->defaultValue)
            node.parameters.erase(parameter);
        else
            node.parameters.insert_or_assign(parameter, normalised(*spec, value));
    }
}

void resetParameter(Graph& graph, const std::set<std::string>& nodes, const std::string& parameter)
{
    for (Node& node : graph.nodes)
        if (nodes.contains(node.id))
            node.parameters.erase(parameter);
}

void share(Graph& graph, const std::string& node, const std::string& lender)
{
    if (Node* found = graph.find(node))
        found->shares = lender;
}

ParameterValue valueOf(const Node& node, const ParameterSpec& parameter)
{
    const auto found = node.parameters.find(parameter.name);
    return found == node.parameters.end() ? parameter.defaultValue : normalised(parameter, found->second);
}

void fix(Graph& graph, const LayerBook& layers, const Problem& problem)
{
    if (!problem.fix)
        return;
    const QuickFix& fix = *problem.fix;
    const std::string node = fix.node.empty() ? problem.node : fix.node;
    if (fix.kind == QuickFix::Kind::setParameter) {
        setParameter(graph, layers, {node}, fix.parameter, fix.value);
        return;
    }
    const LayerSpec* layer = layers.find(fix.layer);
    const Node* target = graph.find(node);
    const LayerSpec* targetLayer = target ? layers.of(*target) : nullptr;
    if (!layer || !targetLayer || targetLayer->inputs.empty())
        return;
    const std::string port = problem.port.empty() ? targetLayer->inputs.front().name : problem.port;
    const std::vector<const Edge*> into = graph.into(node, port);
    if (into.empty())
        return;
    const Edge edge = *into.front();
    placeLayer(graph, layers, *layer, edge, {target->x, target->y});
}

std::optional<Shape> outputFor(const LayerSpec& layer, const Shape& input)
{
    const std::vector<Shape> inputs(layer.inputs.front().many ? 2 : layer.neededInputs(), input);
    try {
        const std::vector<Shape> outputs = layer.shapes({}, inputs);
        return outputs.empty() ? std::nullopt : std::optional(outputs.front());
    } catch (const Error&) {
        return std::nullopt;
    }
}

std::vector<FittingLayer> fittingLayers(const LayerBook& layers, const Shape& shape)
{
    std::vector<FittingLayer> fitting;
    std::vector<FittingLayer> adapted;
    const auto accepts = [](const LayerSpec& layer, const Shape& input) { return outputFor(layer, input).has_value(); };
    const auto add = [&](const LayerSpec& layer) {
        if (layer.inputs.empty() || layer.id == blockLayer)
            return;
        const bool asItIs = accepts(layer, shape);
        if (asItIs)
            fitting.push_back({&layer, false});
        // A layer with a given output width (dense) applies to each pixel of an image, but usually the whole image is meant.
        const bool meansTheWhole = !layer.width.empty() && layer.classesTaken.empty();
        if ((!asItIs || meansTheWhole) && shape.rank() > 1 && accepts(layer, Shape{shape.elements()}))
            adapted.push_back({&layer, true});
    };
    std::ranges::for_each(layers.engine(), add);
    std::ranges::for_each(layers.blocks(), add);
    fitting.insert(fitting.end(), adapted.begin(), adapted.end());
    return fitting;
}

} // namespace netsmith::gui
