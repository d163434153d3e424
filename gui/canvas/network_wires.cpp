#include "gui/canvas/network_scene.h"

#include "gui/canvas/channel_lanes.h"
#include "gui/canvas/placement.h"
#include "gui/canvas/wire_route.h"
#include "gui/document/graph_edits.h"
#include "gui/document/loss_ends.h"

#include <algorithm>
#include <unordered_set>

using namespace Qt::StringLiterals;

/// The wires and the losses at their ends: which there are and which ways they go.
namespace netsmith::gui {
namespace {

std::string lossId(std::size_t objective)
{
    return std::to_string(objective) + '\n'; // no node is called so
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
    // Losses judge the network: in a block there are none.
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

} // namespace netsmith::gui
