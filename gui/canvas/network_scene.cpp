#include "gui/canvas/network_scene.h"

#include "gui/canvas/items/caption_layer.h"
#include "gui/canvas/items/trail_layer.h"
#include "gui/document/graph_edits.h"
#include "gui/document/node_text.h"
#include "gui/document/placement.h"
#include "gui/widgets/theme.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

std::vector<std::string> namesOf(const std::vector<PortSpec>& ports)
{
    std::vector<std::string> names;
    for (const PortSpec& port : ports)
        names.push_back(port.name);
    return names;
}

} // namespace

NetworkScene::NetworkScene(Document& document, QObject* parent, Use use)
    : QGraphicsScene(parent)
    , m_document(document)
    , m_use(use)
    , m_annotations(*this, m_look)
    , m_captions(new CaptionLayer(m_look))
    , m_trail(new TrailLayer(*this, m_look))
{
    addItem(m_captions);
    addItem(m_trail);
    setItemIndexMethod(NoIndex);
    connect(&document, &Document::changed, this, &NetworkScene::follow);
    connect(&document.selection(), &Selection::changed, this, &NetworkScene::showSelection);
    rebuild();
}

NetworkScene::~NetworkScene()
{
    forget();
}

void NetworkScene::forget()
{
    // Explicitly: wires unregister from the captions, and gestures own the items that they added to the scene.
    for (const auto& [wire, card] : m_cards)
        delete card;
    for (const auto& [key, wire] : m_wires)
        delete wire;
    for (const Loss& loss : m_losses) {
        delete loss.wire;
        delete loss.node;
    }
    for (const auto& [id, item] : m_nodes)
        delete item;
    m_cards.clear();
    m_wires.clear();
    m_losses.clear();
    m_nodes.clear();
    m_selectedNodes.clear();
    m_selectedWires.clear();
    m_shifted.clear();
    m_shiftedAsOne = m_makesRoom = false;
    m_guest = {};
    m_disturbed.clear();
    m_map.clear();
}

NodeItem* NetworkScene::node(const std::string& id) const
{
    const auto found = m_nodes.find(id);
    return found == m_nodes.end() ? nullptr : found->second;
}

WireItem* NetworkScene::wire(const Edge& edge) const
{
    const auto found = m_wires.find(WireItem::keyOf(edge));
    return found == m_wires.end() ? nullptr : found->second;
}

WireItem* NetworkScene::wireOf(const Edge& edge) const
{
    for (const Loss& loss : m_losses)
        if (loss.wire && loss.wire->edge() == edge)
            return loss.wire;
    return wire(edge);
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
        rectangle |= item->rectangle() | item->pictureRectangle();
    for (const Loss& loss : m_losses)
        if (loss.node)
            rectangle |= loss.node->rectangle();
    for (const auto& [wire, card] : m_cards)
        rectangle |= card->sceneBoundingRect();
    return rectangle | m_annotations.rectangle();
}

NodeItem* NetworkScene::nodeAt(QPointF position) const
{
    NodeItem* top = nullptr;
    for (const NodeMap::Entry* entry : m_map.allWithin(QRectF(position, position)))
        if (NodeItem* item = node(entry->first); item && (!top || item->zValue() > top->zValue()))
            top = item;
    return top;
}

/// The node whose picture is at a position; null if there is none.
NodeItem* NetworkScene::pictureAt(QPointF position) const
{
    for (const auto& [id, item] : m_nodes)
        if (item->picture() && item->pictureRectangle().contains(position))
            return item;
    return nullptr;
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

WireItem* NetworkScene::wireFor(QPointF corner, double reach, const std::string& node) const
{
    const QPointF middle = corner + nodeSize / 2.0;
    if (WireItem* wire = wireNear(middle, reach); wire && wire->edge().from.node != node && wire->edge().to.node != node)
        return wire;
    for (const Loss& loss : m_losses) {
        const NodeItem* last = loss.wire ? this->node(loss.output) : nullptr;
        if (!last || loss.output == node)
            continue;
        const QPointF after = corner - last->pos();
        const bool isNext = after.x() > nodeSize.x() / 2.0 && after.x() < 2.0 * nodeStep && std::abs(after.y()) < nodeSize.y();
        if (isNext || loss.wire->distanceTo(middle) <= reach || loss.node->rectangle().contains(middle))
            return loss.wire;
    }
    return nullptr;
}

Hit NetworkScene::at(QPointF position, double scale) const
{
    Hit hit;
    for (const auto& [wire, card] : m_cards) {
        if (detailAt(scale) != Detail::full || !card->mapRectToScene(card->boundingRect()).contains(position))
            continue;
        hit.wire = const_cast<WireItem*>(wire);
        hit.card = card;
        hit.kind = card->fixRectangle().contains(position) ? Hit::Kind::fix : Hit::Kind::wire;
        return hit;
    }
    const double reach = detailAt(scale) == Detail::blocks ? 0.0 : std::max(9.0, 6.0 / scale);
    for (const NodeMap::Entry* entry : m_map.allWithin(QRectF(position, position).adjusted(-reach, -reach, reach, reach))) {
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
    if (NodeItem* item = detailAt(scale) == Detail::blocks ? nullptr : pictureAt(position)) {
        hit.kind = Hit::Kind::picture;
        hit.node = item;
        return hit;
    }
    const double edge = std::max(5.0, 5.0 / scale);
    const auto take = [&hit](const std::optional<AnnotationLayer::Hit>& found) {
        if (!found)
            return false;
        hit.kind = Hit::Kind::annotation;
        hit.annotation = *found;
        return true;
    };
    if (take(m_annotations.noteAt(position, edge)))
        return hit;
    if (WireItem* wire = wireNear(position, edge)) {
        hit.kind = Hit::Kind::wire;
        hit.wire = wire;
        return hit;
    }
    take(m_annotations.frameAt(position, edge));
    return hit;
}

void NetworkScene::follow(const Change& change)
{
    if (change.everything || change.opened) {
        rebuild();
        return;
    }
    if (isShifted())
        settle(); // the running gesture's preview is out of date
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
    m_annotations.show(m_document.graph());
    if (change.structure || change.appearance) {
        showSelection();
        showTint(); // for nodes that were restored
        showPictures();
    }
    m_trail->renew();
}

void NetworkScene::rebuild()
{
    forget();
    std::set<std::string> all;
    for (const Node& node : m_document.graph().nodes)
        all.insert(node.id);
    keepNodes(all);
    keepWires();
    keepLosses();
    reroute();
    refreshFaces();
    refreshProblems();
    m_annotations.show(m_document.graph());
    showSelection();
    showTint();
    showPictures();
    m_trail->renew();
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
        const LayerSpec* layer = m_document.layers().of(*node);
        const bool fresh = !item;
        if (fresh) {
            item = new NodeItem(m_look, id);
            m_nodes.emplace(id, item);
            addItem(item);
            item->setKind(layer ? layerToken(layer) : Token::categoryInput, layerIcon(layer));
        }
        if (layer && !item->hasPorts(namesOf(layer->inputs), namesOf(layer->outputs))) { // those of a block may change
            item->setPorts(namesOf(layer->inputs), namesOf(layer->outputs), layer->neededInputs() < layer->inputs.size());
            m_disturbed.push_back(item->rectangle());
        }
        item->setFace(faceOf(m_document.layers(), *node, item->facts()));
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

void NetworkScene::showSelection()
{
    if (m_use == Use::drawing)
        return;
    const std::set<std::string>& nodes = m_document.selection().nodes();
    for (const std::string& id : m_selectedNodes)
        if (NodeItem* item = node(id); item && !nodes.contains(id))
            item->setSelection(false);
    for (const std::string& id : nodes)
        if (NodeItem* item = node(id))
            item->setSelection(true);
    m_selectedNodes = nodes;
    m_annotations.select(m_document.selection().annotations());
    for (WireItem* wire : m_selectedWires)
        wire->setSelection(false);
    m_selectedWires.clear();
    for (const Edge& edge : m_document.selection().edges())
        if (WireItem* item = wire(edge)) {
            item->setSelection(true);
            m_selectedWires.push_back(item);
        }
}

void NetworkScene::setTint(std::optional<NetworkTint> tint)
{
    m_tint = std::move(tint);
    showTint();
}

void NetworkScene::showTint()
{
    for (const auto& [id, item] : m_nodes)
        item->setTint(m_tint ? m_tint->of(m_document.place(), id) : nullptr);
}

void NetworkScene::setPictures(NetworkPictures pictures)
{
    m_pictures = std::move(pictures);
    showPictures();
}

void NetworkScene::setTrail(std::optional<NetworkTrail> trail)
{
    m_trail->show(std::move(trail));
}

void NetworkScene::showPictures()
{
    for (const auto& [id, item] : m_nodes) {
        const NodePicture* picture = m_pictures.of(m_document.place(), id);
        // Beside the node where another one, or a loss, is below it, as in a network from top to bottom.
        const auto isTaken = [&](const QRectF& place) { return !m_map.allWithin(place).empty(); };
        const bool beside = picture && isTaken(item->pictureRectangle(false)) && !isTaken(item->pictureRectangle(true));
        item->setPicture(picture, beside);
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
            item->setFace(faceOf(m_document.layers(), node, item->facts()));
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
    m_annotations.show(m_document.graph());
    m_annotations.renew();
    update();
}

} // namespace netsmith::gui
