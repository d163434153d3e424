#include "gui/canvas/network_scene.h"

#include "gui/canvas/items/channel_lanes.h"
#include "gui/canvas/items/trail_layer.h"
#include "gui/canvas/items/wire_route.h"
#include "gui/document/graph_edits.h"
#include "gui/document/loss_ends.h"
#include "gui/document/placement.h"

#include <algorithm>
#include <unordered_set>

using namespace Qt::StringLiterals;

/// The wires, and the losses at their ends: creating, removing and routing them.
namespace netsmith::gui {
namespace {

std::string lossId(std::size_t objective)
{
    return std::to_string(objective) + '\n'; // never a node's id
}

} // namespace

void NetworkScene::keepWires()
{
    std::unordered_set<std::string> wanted;
    for (const Edge& edge : m_document.graph().edges) {
        const std::string key = WireItem::keyOf(edge);
        if (!node(edge.from.node) || !node(edge.to.node) || !wanted.insert(key).second || m_wires.contains(key))
            continue;
        auto* wire = new WireItem(m_look, m_map, *m_captions, edge);
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
    m_wires.erase(WireItem::keyOf(wire->edge()));
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
    // Losses are applied to the network: blocks have none.
    const std::vector<Objective> objectives =
        m_document.place().empty() ? m_document.project().training.objectives : std::vector<Objective>();
    for (std::size_t i = objectives.size(); i < m_losses.size(); ++i)
        removeLoss(m_losses[i]);
    m_losses.resize(objectives.size());
    for (std::size_t i = 0; i < objectives.size(); ++i) {
        Loss& loss = m_losses[i];
        const Node* output = judgedBy(objectives[i], m_document.graph());
        const LayerSpec* layer = output ? m_document.layers().of(*output) : nullptr;
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
            loss.wire = new WireItem(m_look, m_map, *m_captions,
                                     Edge{{output->id, layer->outputs.front().name}, {{}, std::to_string(i)}, {}});
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
    const QPointF start = (m_guest.loss == loss.node ? m_guest.corner : node(loss.output)->pos()) + QPointF(nodeStep, 0.0);
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

/// The position of a wire's start (an output) or end.
QPointF NetworkScene::portOf(const WireItem& wire, bool input) const
{
    const Edge& edge = wire.edge();
    if (!input)
        return node(edge.from.node)->portPosition(edge.from.port, false);
    const NodeItem* to = wire.leadsToLoss() ? lossNode(std::stoi(edge.to.port)) : node(edge.to.node);
    return to->portPosition(edge.to.port, true);
}

void NetworkScene::findWay(WireItem& wire)
{
    const Edge& edge = wire.edge();
    if (!node(edge.from.node) || !(wire.leadsToLoss() ? lossNode(std::stoi(edge.to.port)) : node(edge.to.node)))
        return;
    wire.carry({});
    wire.setWay(routeWire(portOf(wire, false), portOf(wire, true), m_map));
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
        if (wire->pos().isNull()) // not moved along
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

void NetworkScene::shift(const std::map<std::string, QPointF>& ways)
{
    const auto wayOf = [&ways](const std::string& id) {
        const auto found = ways.find(id);
        return found == ways.end() ? QPointF() : found->second;
    };
    std::set<std::string> moved;
    for (const auto& [id, way] : m_shifted)
        moved.insert(id);
    const bool sameNodes = std::ranges::equal(
        m_shifted, ways, {}, [](const auto& one) { return one.first; }, [](const auto& other) { return other.first; });
    const bool asOne = std::ranges::all_of(ways, [&ways](const auto& each) { return each.second == ways.begin()->second; });
    const bool carries = asOne && (m_shifted.empty() || (m_shiftedAsOne && sameNodes));
    m_shifted = ways;
    m_shiftedAsOne = carries;
    for (const auto& [id, way] : ways)
        moved.insert(id);
    std::unordered_set<WireItem*> wires;
    for (const std::string& id : moved) {
        NodeItem* item = node(id);
        if (!item)
            continue;
        item->setPos(item->home() + wayOf(id));
        m_map.place(id, item->rectangle());
        wires.insert(item->wires().begin(), item->wires().end());
    }
    for (Loss& loss : m_losses)
        if (loss.node && (moved.contains(loss.output) || m_guest.loss))
            placeLoss(loss);
    for (WireItem* wire : wires)
        if (carries && ways.contains(wire->edge().from.node) && ways.contains(wire->edge().to.node))
            wire->carry(ways.begin()->second);
        else
            findWay(*wire);
    partWires();
    placeCards();
    m_trail->renew();
}

void NetworkScene::showLanding(const Graph& after, const std::string& landed, const std::set<std::string>& dragged,
                               const WireItem* wire)
{
    const Node* place = after.find(landed);
    std::map<std::string, QPointF> ways;
    for (const Node& each : after.nodes)
        if (const NodeItem* item = node(each.id); item && item->home() != QPointF(each.x, each.y))
            ways.emplace(each.id, QPointF(each.x, each.y) - item->home());
    m_guest = {};
    if (wire && wire->leadsToLoss() && place)
        m_guest = {lossNode(std::stoi(wire->edge().to.port)), QPointF(place->x, place->y)};
    const std::string guest = landed + '\n'; // the map entry of a node still to be added, so that the loss is placed elsewhere
    const bool isNew = place && !node(landed);
    if (isNew)
        m_map.place(guest, QRectF(place->x, place->y, nodeSize.x(), nodeSize.y()));
    m_makesRoom = m_guest.loss || std::ranges::any_of(ways, [&](const auto& each) { return !dragged.contains(each.first); });
    if (!ways.empty() || !m_shifted.empty() || m_guest.loss)
        shift(ways);
    if (isNew)
        m_map.remove(guest);
    m_annotations.show(after);
}

std::vector<QPolygonF> NetworkScene::waysThrough(const WireItem& wire, QPointF corner, const NodeFrame& ports,
                                                 const std::string& landed)
{
    const std::string guest = node(landed) ? landed : landed + '\n';
    m_map.place(guest, QRectF(corner, QSizeF(nodeSize.x(), nodeSize.y())));
    const QPointF in = corner + inputPlace(0, ports.inputs, ports.lastIsOptional);
    const QPointF out = corner + outputPlace(0, ports.outputs);
    std::vector<QPolygonF> ways{routeWire(portOf(wire, false), in, m_map), routeWire(out, portOf(wire, true), m_map)};
    if (guest != landed)
        m_map.remove(guest);
    return ways;
}

void NetworkScene::settle()
{
    m_guest = {};
    m_makesRoom = false;
    for (const auto& [id, way] : std::map<std::string, QPointF>(std::move(m_shifted)))
        if (NodeItem* item = node(id)) {
            for (WireItem* wire : item->wires())
                wire->carry({});
            placeNode(*item, item->home());
        }
    m_shifted.clear();
    m_shiftedAsOne = false;
    m_annotations.show(m_document.graph());
    reroute();
    m_trail->renew();
}

} // namespace netsmith::gui
