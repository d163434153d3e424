#pragma once

#include "gui/canvas/canvas_look.h"
#include "gui/canvas/items/annotation_layer.h"
#include "gui/canvas/items/misfit_card.h"
#include "gui/canvas/items/node_item.h"
#include "gui/canvas/items/node_map.h"
#include "gui/canvas/items/wire_item.h"
#include "gui/canvas/network_trail.h"
#include "gui/document/document.h"

#include <QGraphicsScene>

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>

namespace netsmith::gui {

class CaptionLayer;
class TrailLayer;

/// The item under the pointer.
struct Hit {
    enum class Kind { ground, node, input, output, wire, fix, loss, picture, annotation } kind = Kind::ground;
    NodeItem* node = nullptr; ///< of a node, a port, a loss or a picture
    std::string port; ///< of an input or output
    WireItem* wire = nullptr;
    MisfitCard* card = nullptr; ///< of a fix
    int objective = -1; ///< of a loss
    AnnotationLayer::Hit annotation;

    PortRef portRef() const { return {node->id(), port}; }
};

/// The document's network as graphics items: an edit updates only the items of the nodes that it names.
class NetworkScene : public QGraphicsScene {
    Q_OBJECT

public:
    enum class Use {
        editing,
        drawing, ///< without a selection and without the cards of problems
    };

    explicit NetworkScene(Document& document, QObject* parent = nullptr, Use use = Use::editing);
    ~NetworkScene() override;

    Document& document() { return m_document; }
    CanvasLook& look() { return m_look; }
    const NodeMap& map() const { return m_map; }

    /// Null if there is none.
    NodeItem* node(const std::string& id) const;
    WireItem* wire(const Edge& edge) const;
    /// The same, also for a wire to a loss.
    WireItem* wireOf(const Edge& edge) const;
    const std::unordered_map<std::string, NodeItem*>& nodes() const { return m_nodes; }
    const std::unordered_map<std::string, WireItem*>& wires() const { return m_wires; }
    NodeItem* lossNode(int objective) const;
    /// Null if the network has no output for it.
    const WireItem* lossWire(int objective) const { return m_losses[static_cast<std::size_t>(objective)].wire; }
    int lossCount() const { return static_cast<int>(m_losses.size()); }
    /// Of the graph that is shown, as `Document::place`.
    const std::string& place() const { return m_document.place(); }
    AnnotationLayer& annotations() { return m_annotations; }
    const AnnotationLayer& annotations() const { return m_annotations; }
    /// The card of a wire's problem; null if there is none.
    MisfitCard* cardOf(const WireItem& wire) const;
    /// The bounding rectangle of all nodes, losses, frames, notes and cards; empty if there are none.
    QRectF networkRectangle() const;

    /// The item at a position, at a zoom: ports and wires respond slightly beyond their drawn size.
    Hit at(QPointF position, double scale) const;
    NodeItem* nodeAt(QPointF position) const;
    /// The nearest wire of the graph within `reach`.
    WireItem* wireNear(QPointF position, double reach) const;
    /// The wire that a layer with its corner at this position would be inserted into: a wire of the graph within `reach` of the
    /// layer's centre, or a loss's if the layer is on that wire, on the loss, or directly after the last layer. `node`: the layer,
    /// if it is in the network.
    WireItem* wireFor(QPointF corner, double reach, const std::string& node = {}) const;

    /// Shows nodes moved from their positions in the document, each by its own offset, until `settle`.
    void shift(const std::map<std::string, QPointF>& ways);
    /// Previews the drop of nodes until `settle`: all nodes at their positions in `after`, and the loss at the end of `wire` after
    /// `node`, which would be the last. `dragged` is empty if `after` adds the node.
    void showLanding(const Graph& after, const std::string& node, const std::set<std::string>& dragged, const WireItem* wire);
    /// Whether any nodes besides the dragged ones are shown moved.
    bool makesRoom() const { return m_makesRoom; }
    bool isShifted() const { return m_makesRoom || !m_shifted.empty(); }
    void settle();
    /// The routes from the wire's source to a node at this position, and from there to the wire's target, as currently shown.
    std::vector<QPolygonF> waysThrough(const WireItem& wire, QPointF corner, const NodeFrame& ports, const std::string& node);

    /// Colours nodes by measured values; none: no colours.
    void setTint(std::optional<NetworkTint> tint);
    const std::optional<NetworkTint>& tint() const { return m_tint; }

    /// Shows pictures at nodes; none: no pictures.
    void setPictures(NetworkPictures pictures);
    const NetworkPictures& pictures() const { return m_pictures; }

    /// A walk through the network; none: nothing is marked.
    void setTrail(std::optional<NetworkTrail> trail);
    const TrailLayer& trail() const { return *m_trail; }

    /// The pointer is not on any card.
    void leaveCards();
    /// Updates to a changed theme or language.
    void renew();

private:
    struct Loss {
        NodeItem* node = nullptr;
        WireItem* wire = nullptr;
        std::string output; ///< the node that it is applied to
    };

    void follow(const Change& change);
    void rebuild();
    void forget();
    void keepNodes(const std::set<std::string>& changed);
    void keepWires();
    void keepLosses();
    void placeNode(NodeItem& item, QPointF position);
    void placeLoss(Loss& loss);
    QPointF portOf(const WireItem& wire, bool input) const;
    /// Reroutes the wires of moved nodes and those that pass where nodes appeared or disappeared.
    void reroute();
    /// Only finds the route; `partWires` applies it.
    void findWay(WireItem& wire);
    void partWires();
    void refreshFaces();
    void refreshProblems();
    void showSelection();
    void showTint();
    void showPictures();
    NodeItem* pictureAt(QPointF position) const;
    void addWire(WireItem* wire);
    void removeWire(WireItem* wire);
    void removeLoss(Loss& loss);
    void placeCards();

    Document& m_document;
    const Use m_use;
    CanvasLook m_look;
    NodeMap m_map;
    AnnotationLayer m_annotations;
    CaptionLayer* m_captions;
    std::unordered_map<std::string, NodeItem*> m_nodes;
    std::unordered_map<std::string, WireItem*> m_wires;
    std::vector<Loss> m_losses;
    std::unordered_map<const WireItem*, MisfitCard*> m_cards;
    std::set<std::string> m_selectedNodes;
    std::vector<WireItem*> m_selectedWires;
    std::vector<QRectF> m_disturbed; ///< rectangles that nodes moved to or from since the last routing
    std::map<std::string, QPointF> m_shifted;
    bool m_shiftedAsOne = false; ///< so that wires between them are moved along rather than rerouted
    bool m_makesRoom = false;
    struct Guest {
        const NodeItem* loss = nullptr;
        QPointF corner; ///< of the node that the loss is temporarily shown after
    };
    Guest m_guest;
    std::optional<NetworkTint> m_tint;
    NetworkPictures m_pictures;
    TrailLayer* m_trail;
};

} // namespace netsmith::gui
