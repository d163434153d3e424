#include "gui/canvas/network_scene.h"

#include "gui/canvas/channel_lanes.h"
#include "gui/canvas/placement.h"
#include "gui/canvas/wire_route.h"
#include "gui/document/graph_edits.h"
#include "gui/document/node_text.h"
#include "gui/widgets/theme.h"

#include <algorithm>
#include <unordered_set>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

std::string keyOf(const Edge& edge)
{
    return edge.from.node + '\n' + edge.from.port + '\n' + edge.to.node + '\n' + edge.to.port;
}

std::string lossId(std::size_t objective)
{
    return "\n" + std::to_string(objective); // no node is called so
}

std::vector<std::string> namesOf(const std::vector<PortSpec>& ports)
{
    std::vector<std::string> names;
    for (const PortSpec& port : ports)
        names.push_back(port.name);
    return names;
}

/// The node whose output a loss judges; null where none or several could be meant.
const Node* judgedBy(const Objective& objective, const Graph& graph)
{
    if (!objective.output.empty())
        return graph.find(objective.output);
    const std::vector<const Node*> outputs = outputNodes(graph);
    return outputs.size() == 1 ? outputs.front() : nullptr;
}

/// Whether a problem is one of what comes through a wire, rather than of a wire that is missing.
bool isOnWire(const Problem& problem)
{
    const std::string& id = problem.message.id();
    return problem.severity == Severity::error && (id == "graph.shape" || id == "graph.occupied");
}

} // namespace

NetworkScene::NetworkScene(Document& document, const LayerRegistry& layers, QObject* parent)
    : QGraphicsScene(parent)
    , m_document(document)
    , m_layers(layers)
{
    setItemIndexMethod(NoIndex);
    connect(&document, &Document::changed, this, &NetworkScene::follow);
    connect(&document.selection(), &Selection::changed, this, &NetworkScene::showSelection);
    rebuild();
}

NetworkScene::~NetworkScene()
{
    forgetWires();
}

void NetworkScene::forgetWires()
{
    // Their captions are theirs, so they must not be left to `clear`.
    for (const auto& [key, wire] : m_wires)
        delete wire;
    for (const Loss& loss : m_losses)
        delete loss.wire;
    m_wires.clear();
    m_losses.clear();
}

NodeItem* NetworkScene::node(const std::string& id) const
{
    const auto found = m_nodes.find(id);
    return found == m_nodes.end() ? nullptr : found->second;
}

WireItem* NetworkScene::wire(const Edge& edge) const
{
    const auto found = m_wires.find(keyOf(edge));
    return found == m_wires.end() ? nullptr : found->second;
}

NodeItem* NetworkScene::lossNode(int objective) const
{
    const auto index = static_cast<std::size_t>(objective);
    return index < m_losses.size() ? m_losses[index].node : nullptr;
}

MisfitCard* NetworkScene::cardOf(const WireItem& wire) const
{
    const auto found = m_cards.find(&wire);
    return found == m_cards.end() ? nullptr : found->second;
}

QRectF NetworkScene::networkRectangle() const
{
    QRectF rectangle;
    for (const auto& [id, item] : m_nodes)
        rectangle |= item->rectangle();
    for (const Loss& loss : m_losses)
        if (loss.node)
            rectangle |= loss.node->rectangle();
    return rectangle;
}

NodeItem* NetworkScene::nodeAt(QPointF position) const
{
    NodeItem* top = nullptr;
    for (const NodeMap::Entry* entry : m_map.allWithin(QRectF(position, QSizeF())))
        if (NodeItem* item = node(entry->first); item && (!top || item->zValue() > top->zValue()))
            top = item;
    return top;
}

WireItem* NetworkScene::wireNear(QPointF position, double reach) const
{
    WireItem* nearest = nullptr;
    double least = reach;
    for (const auto& [key, wire] : m_wires) {
        if (!wire->boundingRect().adjusted(-reach, -reach, reach, reach).contains(position - wire->pos()))
            continue;
        if (const double distance = wire->distanceTo(position); distance <= least) {
            least = distance;
            nearest = wire;
        }
    }
    return nearest;
}

Hit NetworkScene::at(QPointF position, double scale) const
{
    Hit hit;
    for (const auto& [wire, card] : m_cards) {
        if (detailAt(scale) != Detail::full || !card->mapRectToScene(card->boundingRect()).contains(position))
            continue;
        hit.wire = const_cast<WireItem*>(wire);
        hit.card = card;
        hit.kind = card->mendRectangle().contains(position) ? Hit::Kind::mend : Hit::Kind::wire;
        return hit;
    }
    const double reach = detailAt(scale) == Detail::blocks ? 0.0 : std::max(9.0, 6.0 / scale);
    for (const NodeMap::Entry* entry : m_map.allWithin(QRectF(position, QSizeF()).adjusted(-reach, -reach, reach, reach))) {
        NodeItem* item = node(entry->first);
        if (!item || reach == 0.0)
            continue;
        for (const bool input : {true, false})
            if (const std::string* port = item->portNear(position, input, reach)) {
                hit.kind = input ? Hit::Kind::input : Hit::Kind::output;
                hit.node = item;
                hit.port = *port;
                return hit;
            }
    }
    if (NodeItem* item = nodeAt(position)) {
        hit.kind = Hit::Kind::node;
        hit.node = item;
        return hit;
    }
    for (std::size_t i = 0; i < m_losses.size(); ++i)
        if (m_losses[i].node && m_losses[i].node->rectangle().contains(position)) {
            hit.kind = Hit::Kind::loss;
            hit.node = m_losses[i].node;
            hit.objective = static_cast<int>(i);
            return hit;
        }
    if (WireItem* wire = wireNear(position, std::max(5.0, 5.0 / scale))) {
        hit.kind = Hit::Kind::wire;
        hit.wire = wire;
    }
    return hit;
}

void NetworkScene::follow(const Change& change)
{
    if (change.everything) {
        rebuild();
        return;
    }
    if (!m_shifted.empty())
        settle(); // a gesture goes on, but what it shows is of the past
    keepNodes(change.nodes);
    if (change.structure)
        keepWires();
    if (change.structure || change.training)
        keepLosses();
    reroute();
    if (change.matters()) {
        refreshFaces();
        refreshProblems();
    }
    if (change.structure)
        showSelection();
}

void NetworkScene::rebuild()
{
    forgetWires();
    m_nodes.clear();
    m_cards.clear();
    m_selectedNodes.clear();
    m_selectedWires.clear();
    m_disturbed.clear();
    m_map.clear();
    clear();
    std::set<std::string> all;
    for (const Node& node : m_document.graph().nodes)
        all.insert(node.id);
    keepNodes(all);
    keepWires();
    keepLosses();
    reroute();
    refreshFaces();
    refreshProblems();
    showSelection();
}

void NetworkScene::keepNodes(const std::set<std::string>& changed)
{
    std::unordered_map<std::string_view, const Node*> present;
    if (changed.size() > 4)
        for (const Node& node : m_document.graph().nodes)
            present.emplace(node.id, &node);
    const auto find = [&](const std::string& id) -> const Node* {
        if (changed.size() <= 4)
            return m_document.graph().find(id);
        const auto found = present.find(id);
        return found == present.end() ? nullptr : found->second;
    };
    for (const std::string& id : changed) {
        const Node* node = find(id);
        NodeItem* item = this->node(id);
        if (!node) {
            if (item) {
                for (WireItem* wire : std::vector<WireItem*>(item->wires()))
                    removeWire(wire);
                m_disturbed.push_back(item->rectangle());
                m_map.remove(id);
                m_nodes.erase(id);
                m_selectedNodes.erase(id);
                delete item;
            }
            continue;
        }
        const LayerSpec* layer = m_layers.find(node->layer);
        const bool fresh = !item;
        if (fresh) {
            item = new NodeItem(m_look, id);
            m_nodes.emplace(id, item);
            addItem(item);
            if (layer) {
                item->setPorts(namesOf(layer->inputs), namesOf(layer->outputs));
                item->setKind(categoryToken(layer->category), categoryIcon(layer->category));
            } else {
                item->setKind(Token::categoryInput, u"help"_s);
            }
        }
        item->setFace(faceOf(*node, layer, item->facts()));
        if (const QPointF place(node->x, node->y); fresh || item->home() != place)
            placeNode(*item, place);
    }
}

void NetworkScene::placeNode(NodeItem& item, QPointF position)
{
    if (const QRectF* before = m_map.find(item.id()))
        m_disturbed.push_back(*before);
    item.setHome(position);
    item.setPos(position);
    m_map.place(item.id(), item.rectangle());
    m_disturbed.push_back(item.rectangle());
}

void NetworkScene::keepWires()
{
    std::unordered_set<std::string> wanted;
    for (const Edge& edge : m_document.graph().edges) {
        const std::string key = keyOf(edge);
        if (!node(edge.from.node) || !node(edge.to.node) || !wanted.insert(key).second || m_wires.contains(key))
            continue;
        auto* wire = new WireItem(m_look, m_map, edge);
        m_wires.emplace(key, wire);
        addWire(wire);
    }
    std::vector<WireItem*> gone;
    for (const auto& [key, wire] : m_wires)
        if (!wanted.contains(key))
            gone.push_back(wire);
    for (WireItem* wire : gone)
        removeWire(wire);
}

void NetworkScene::addWire(WireItem* wire)
{
    for (const std::string& end : {wire->edge().from.node, wire->edge().to.node})
        if (NodeItem* item = node(end))
            item->wires().push_back(wire);
    addItem(wire);
    addItem(&wire->caption());
    findWay(*wire);
}

void NetworkScene::removeWire(WireItem* wire)
{
    for (const std::string& end : {wire->edge().from.node, wire->edge().to.node})
        if (NodeItem* item = node(end))
            std::erase(item->wires(), wire);
    if (const auto card = m_cards.find(wire); card != m_cards.end()) {
        delete card->second;
        m_cards.erase(card);
    }
    std::erase(m_selectedWires, wire);
    m_wires.erase(keyOf(wire->edge()));
    for (Loss& loss : m_losses)
        if (loss.wire == wire)
            loss.wire = nullptr;
    delete wire;
}

void NetworkScene::removeLoss(Loss& loss)
{
    if (loss.wire)
        removeWire(loss.wire);
    if (loss.node) {
        m_disturbed.push_back(loss.node->rectangle());
        m_map.remove(lossId(static_cast<std::size_t>(&loss - m_losses.data())));
        delete loss.node;
    }
    loss = {};
}

void NetworkScene::keepLosses()
{
    const std::vector<Objective>& objectives = m_document.project().training.objectives;
    for (std::size_t i = objectives.size(); i < m_losses.size(); ++i)
        removeLoss(m_losses[i]);
    m_losses.resize(objectives.size());
    for (std::size_t i = 0; i < objectives.size(); ++i) {
        Loss& loss = m_losses[i];
        const Node* output = judgedBy(objectives[i], m_document.graph());
        const LayerSpec* layer = output ? m_layers.find(output->layer) : nullptr;
        const NodeItem* item = output ? node(output->id) : nullptr;
        if (!item || !layer || layer->outputs.empty()) {
            removeLoss(loss);
            continue;
        }
        if (loss.output != output->id || !loss.wire)
            removeLoss(loss);
        if (!loss.node) {
            loss.output = output->id;
            loss.node = new NodeItem(m_look, {});
            loss.node->setPorts({"loss"}, {});
            loss.node->setKind(Token::categoryLoss, u"loss"_s);
            addItem(loss.node);
            placeLoss(loss);
            loss.wire = new WireItem(m_look, m_map, Edge{{output->id, layer->outputs.front().name}, {{}, std::to_string(i)}, {}});
            addWire(loss.wire);
        }
        loss.node->setFace(faceOf(objectives[i]));
    }
}

void NetworkScene::placeLoss(Loss& loss)
{
    const std::string id = lossId(static_cast<std::size_t>(&loss - m_losses.data()));
    const QRectF* known = m_map.find(id);
    const std::optional<QRectF> before = known ? std::optional(*known) : std::nullopt;
    m_map.remove(id);
    const QSizeF size(nodeSize.x(), nodeSize.y());
    const QPointF start = node(loss.output)->pos() + QPointF(nodeStep, 0.0);
    QPointF place = start;
    constexpr double step = 70.0;
    for (int i = 1; i < 32 && m_map.within(QRectF(place, size)); ++i)
        place.setY(start.y() + step * i);
    loss.node->setPos(place);
    m_map.place(id, loss.node->rectangle());
    if (!before || *before != loss.node->rectangle()) {
        if (before)
            m_disturbed.push_back(*before);
        m_disturbed.push_back(loss.node->rectangle());
    }
}

void NetworkScene::findWay(WireItem& wire)
{
    const NodeItem* from = node(wire.edge().from.node);
    const NodeItem* to = node(wire.edge().to.node);
    if (wire.leadsToLoss())
        to = lossNode(std::stoi(wire.edge().to.port));
    if (!from || !to)
        return;
    wire.carry({});
    wire.setWay(routeWire(from->portPosition(wire.edge().from.port, false), to->portPosition(wire.edge().to.port, true), m_map));
}

void NetworkScene::partWires()
{
    std::vector<LaneRoute> routes;
    std::vector<WireItem*> wires;
    const auto take = [&](WireItem* wire) {
        routes.push_back({wire->way(), wire->edge().from.node + '\n' + wire->edge().from.port});
        wires.push_back(wire);
    };
    for (const auto& [key, wire] : m_wires)
        if (wire->pos().isNull()) // not carried along
            take(wire);
    for (const Loss& loss : m_losses)
        if (loss.wire)
            take(loss.wire);
    partLanes(routes);
    for (std::size_t i = 0; i < wires.size(); ++i)
        wires[i]->setRoute(routes[i].route);
}

void NetworkScene::reroute()
{
    for (Loss& loss : m_losses)
        if (loss.node)
            placeLoss(loss);
    constexpr std::size_t many = 64;
    constexpr double reach = 24.0;
    const auto isDisturbed = [&](const WireItem& wire) {
        const QRectF bounds = wire.boundingRect().translated(wire.pos()).adjusted(-reach, -reach, reach, reach);
        return m_disturbed.size() > many
            || std::ranges::any_of(m_disturbed, [&](const QRectF& place) { return place.intersects(bounds); });
    };
    for (const auto& [key, wire] : m_wires)
        if (isDisturbed(*wire))
            findWay(*wire);
    for (const Loss& loss : m_losses)
        if (loss.wire)
            findWay(*loss.wire);
    m_disturbed.clear();
    partWires();
    placeCards();
}

void NetworkScene::shift(const std::set<std::string>& nodes, QPointF by)
{
    m_shifted = nodes;
    std::unordered_set<WireItem*> carried;
    std::unordered_set<WireItem*> stretched;
    for (const std::string& id : nodes) {
        NodeItem* item = node(id);
        if (!item)
            continue;
        item->setPos(item->home() + by);
        m_map.place(id, item->rectangle());
        for (WireItem* wire : item->wires())
            (nodes.contains(wire->edge().from.node) && nodes.contains(wire->edge().to.node) ? carried : stretched).insert(wire);
    }
    for (WireItem* wire : carried)
        wire->carry(by);
    for (Loss& loss : m_losses)
        if (loss.node && nodes.contains(loss.output))
            placeLoss(loss);
    for (WireItem* wire : stretched)
        findWay(*wire);
    partWires();
    placeCards();
}

void NetworkScene::settle()
{
    for (const std::string& id : std::set<std::string>(std::move(m_shifted)))
        if (NodeItem* item = node(id)) {
            for (WireItem* wire : item->wires())
                wire->carry({});
            placeNode(*item, item->home());
        }
    m_shifted.clear();
    reroute();
}

void NetworkScene::refreshFaces()
{
    const Graph& graph = m_document.graph();
    const Analysis& analysis = m_document.analysis();
    for (const Node& node : graph.nodes) {
        NodeItem* item = this->node(node.id);
        if (!item)
            continue;
        NodeFacts facts;
        const auto keep = [&analysis](std::optional<Shape>& shape, const PortRef& port) {
            if (const Shape* known = analysis.shapeAt(port))
                shape = *known;
        };
        const auto into = std::ranges::find(item->wires(), node.id, [](const WireItem* wire) { return wire->edge().to.node; });
        if (into != item->wires().end())
            keep(facts.in, (*into)->edge().from);
        if (!item->outputs().empty())
            keep(facts.out, {node.id, item->outputs().front()});
        facts.figures = analysis.figuresOf(node.id);
        if (facts == item->facts())
            continue;
        item->setFacts(facts);
        item->setFace(faceOf(node, m_layers.find(node.layer), facts));
    }
    for (const auto& [key, wire] : m_wires)
        wire->setShape(analysis.shapeAt(wire->edge().from));
    for (const Loss& loss : m_losses)
        if (loss.wire)
            loss.wire->setShape(analysis.shapeAt(loss.wire->edge().from));
}

void NetworkScene::refreshProblems()
{
    std::unordered_map<std::string_view, Severity> worst;
    std::unordered_map<WireItem*, const Problem*> wrong; // a problem is told at the last of its wires
    std::unordered_set<WireItem*> red;
    for (const Problem& problem : m_document.analysis().problems()) {
        if (problem.node.empty())
            continue;
        Severity& severity = worst.emplace(problem.node, problem.severity).first->second;
        if (problem.severity == Severity::error)
            severity = Severity::error;
        WireItem* last = nullptr;
        if (isOnWire(problem)) {
            for (const Edge& edge : m_document.graph().edges)
                if (edge.to.node == problem.node && (problem.port.empty() || edge.to.port == problem.port))
                    if (WireItem* item = wire(edge)) {
                        red.insert(item);
                        last = item;
                    }
        } else if (problem.message.id() == "training.misfit") {
            for (const Loss& loss : m_losses)
                if (loss.wire && loss.output == problem.node) {
                    red.insert(loss.wire);
                    last = loss.wire;
                }
        }
        if (last)
            wrong.emplace(last, &problem);
    }
    for (const auto& [id, item] : m_nodes) {
        const auto found = worst.find(id);
        item->setProblem(found == worst.end() ? std::nullopt : std::optional(found->second));
    }
    for (const auto& [key, wire] : m_wires)
        wire->setWrong(red.contains(wire));
    for (const Loss& loss : m_losses)
        if (loss.wire)
            loss.wire->setWrong(red.contains(loss.wire));
    for (auto card = m_cards.begin(); card != m_cards.end();)
        if (wrong.contains(const_cast<WireItem*>(card->first))) {
            ++card;
        } else {
            delete card->second;
            card = m_cards.erase(card);
        }
    for (const auto& [wire, problem] : wrong) {
        MisfitCard*& card = m_cards[wire];
        if (!card) {
            card = new MisfitCard(m_look);
            addItem(card);
        }
        card->show(*problem, problemSentence(m_document.graph(), *problem), mendVerb(m_document.graph(), *problem));
    }
    placeCards();
}

void NetworkScene::placeCards()
{
    constexpr double gap = 8.0;
    for (const auto& [wire, card] : m_cards) {
        const QPolygonF& route = wire->route();
        if (route.isEmpty())
            continue;
        // Under the nodes that the wire joins, where the row leaves room.
        const double below = std::max(route.front().y(), route.back().y()) + nodeSize.y() / 2.0 + gap;
        card->setPlace(wire->pos() + QPointF((route.front().x() + route.back().x()) / 2.0, below));
    }
}

void NetworkScene::leaveCards()
{
    for (const auto& [wire, card] : m_cards)
        card->setMendHovered(false);
}

void NetworkScene::showSelection()
{
    const std::set<std::string>& nodes = m_document.selection().nodes();
    for (const std::string& id : m_selectedNodes)
        if (NodeItem* item = node(id); item && !nodes.contains(id))
            item->setSelection(false);
    for (const std::string& id : nodes)
        if (NodeItem* item = node(id))
            item->setSelection(true);
    m_selectedNodes = nodes;
    for (WireItem* wire : m_selectedWires)
        wire->setSelection(false);
    m_selectedWires.clear();
    for (const Edge& edge : m_document.selection().edges())
        if (WireItem* item = wire(edge)) {
            item->setSelection(true);
            m_selectedWires.push_back(item);
        }
}

void NetworkScene::renew()
{
    m_look.renew();
    for (std::size_t i = 0; i < m_losses.size(); ++i)
        if (m_losses[i].node)
            m_losses[i].node->setFace(faceOf(m_document.project().training.objectives[i]));
    for (const Node& node : m_document.graph().nodes)
        if (NodeItem* item = this->node(node.id))
            item->setFace(faceOf(node, m_layers.find(node.layer), item->facts()));
    refreshProblems();
    for (const auto& [id, item] : m_nodes)
        item->layOut();
    for (const Loss& loss : m_losses)
        if (loss.node)
            loss.node->layOut();
    for (const auto& [key, wire] : m_wires)
        wire->renew();
    for (const Loss& loss : m_losses)
        if (loss.wire)
            loss.wire->renew();
    for (const auto& [wire, card] : m_cards)
        card->layOut();
    update();
}

} // namespace netsmith::gui
