#pragma once

#include "gui/canvas/annotation_layer.h"
#include "gui/canvas/canvas_look.h"
#include "gui/canvas/misfit_card.h"
#include "gui/canvas/node_item.h"
#include "gui/canvas/node_map.h"
#include "gui/canvas/wire_item.h"
#include "gui/document/document.h"

#include <QGraphicsScene>

#include <map>
#include <memory>
#include <set>
#include <unordered_map>

namespace netsmith::gui {

class CaptionLayer;

/// What lies under the pointer.
struct Hit {
    enum class Kind { ground, node, input, output, wire, fix, loss, annotation } kind = Kind::ground;
    NodeItem* node = nullptr; ///< of a node, a port or a loss
    std::string port; ///< of an input or output
    WireItem* wire = nullptr;
    MisfitCard* card = nullptr; ///< of a fix
    int objective = -1; ///< of a loss
    AnnotationLayer::Hit annotation;

    PortRef portRef() const { return {node->id(), port}; }
};

/// The document's network as items: an edit touches the items of the nodes it names, and no others.
class NetworkScene : public QGraphicsScene {
    Q_OBJECT

public:
    explicit NetworkScene(Document& document, QObject* parent = nullptr);
    ~NetworkScene() override;

    CanvasLook& look() { return m_look; }
    const NodeMap& map() const { return m_map; }

    /// Null where there is none.
    NodeItem* node(const std::string& id) const;
    WireItem* wire(const Edge& edge) const;
    /// The same, also of a wire that leads to a loss.
    WireItem* wireOf(const Edge& edge) const;
    const std::unordered_map<std::string, NodeItem*>& nodes() const { return m_nodes; }
    const std::unordered_map<std::string, WireItem*>& wires() const { return m_wires; }
    NodeItem* lossNode(int objective) const;
    AnnotationLayer& annotations() { return m_annotations; }
    const AnnotationLayer& annotations() const { return m_annotations; }
    /// The card of a wire's problem; null where the wire fits.
    MisfitCard* cardOf(const WireItem& wire) const;
    /// Around all nodes, losses, frames, notes and the cards of what does not fit; empty without any.
    QRectF networkRectangle() const;

    /// What lies at a place, seen at a zoom: ports and wires reach a little beyond what is drawn.
    Hit at(QPointF position, double scale) const;
    NodeItem* nodeAt(QPointF position) const;
    /// The nearest wire of the graph within a reach.
    WireItem* wireNear(QPointF position, double reach) const;
    /// The wire into which a layer goes whose corner would lie at a place: one of the graph that passes within a reach of its
    /// middle, or a loss's where it lies on that, on the loss or next after the last layer. `node` is the layer, if it is in the
    /// network.
    WireItem* wireFor(QPointF corner, double reach, const std::string& node = {}) const;

    /// Shows nodes off their places in the document, each by its own way, until `settle`.
    void shift(const std::map<std::string, QPointF>& ways);
    /// Shows what would become of dragged nodes that are let go (none: of the node that `after` adds), until `settle`: all of them
    /// where they are in `after`, and the loss that `wire` leads to after `node`, which would be the last.
    void showLanding(const Graph& after, const std::string& node, const std::set<std::string>& dragged, const WireItem* wire);
    /// Whether others than dragged nodes are shown off their places.
    bool makesRoom() const { return m_makesRoom; }
    bool isShifted() const { return m_makesRoom || !m_shifted.empty(); }
    void settle();
    /// The ways from the wire's source into a node at a place and from there to the wire's target, as they are shown now.
    std::vector<QPolygonF> waysThrough(const WireItem& wire, QPointF corner, const NodeFrame& ports, const std::string& node);

    /// Colours nodes by what was measured at them; nothing: as they are.
    void setTint(std::optional<NetworkTint> tint);
    const std::optional<NetworkTint>& tint() const { return m_tint; }

    /// The pointer is on no card.
    void leaveCards();
    /// The theme or the language has changed.
    void renew();

private:
    struct Loss {
        NodeItem* node = nullptr;
        WireItem* wire = nullptr;
        std::string output; ///< the node it judges
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
    /// Routes the wires again that lead to moved nodes or pass where something came or went.
    void reroute();
    /// Finds its way; `partWires` draws it.
    void findWay(WireItem& wire);
    void partWires();
    void refreshFaces();
    void refreshProblems();
    void showSelection();
    void showTint();
    void addWire(WireItem* wire);
    void removeWire(WireItem* wire);
    void removeLoss(Loss& loss);
    void placeCards();

    Document& m_document;
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
    std::vector<QRectF> m_disturbed; ///< places that nodes came to or left since the last routing
    std::map<std::string, QPointF> m_shifted;
    bool m_shiftedAsOne = false; ///< so that the wires among them are carried and not found again
    bool m_makesRoom = false;
    struct Guest {
        const NodeItem* loss = nullptr;
        QPointF corner; ///< of the node that the loss follows while it is shown
    };
    Guest m_guest;
    std::optional<NetworkTint> m_tint;
};

} // namespace netsmith::gui
