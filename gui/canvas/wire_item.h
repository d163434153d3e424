#pragma once

#include "engine/core/shape.h"
#include "engine/graph/graph.h"
#include "gui/canvas/canvas_look.h"

#include <QGraphicsItem>
#include <QPolygonF>
#include <QStaticText>

#include <optional>

namespace netsmith::gui {

class CaptionLayer;
class NodeMap;

/// A wire as it is seen, with the shape that goes through it: red where that does not fit. One to a loss has no edge of the graph.
class WireItem final : public QGraphicsItem {
public:
    enum { Type = UserType + 2 };

    WireItem(CanvasLook& look, const NodeMap& nodes, CaptionLayer& captions, Edge edge);
    ~WireItem() override;

    /// Tells wires apart.
    static std::string keyOf(const Edge& edge);

    int type() const override { return Type; }
    const Edge& edge() const { return m_edge; }
    /// Whether it leads to a loss, which no one can take away.
    bool leadsToLoss() const { return m_edge.to.node.empty(); }

    /// To where its ends are now; the way as `routeWire` found it is kept, to part it from others anew.
    void setWay(const QPolygonF& way) { m_way = way; }
    const QPolygonF& way() const { return m_way; }
    void setRoute(const QPolygonF& route);
    const QPolygonF& route() const { return m_route; }
    /// Of what goes through it; null: not known.
    void setShape(const Shape* shape);
    void setShown(bool shown);
    const QString& caption() const { return m_caption; }
    /// As it is painted; in scene units.
    const QStaticText& captionText();
    QRectF captionRectangle();
    void setSelection(bool selected);
    bool hasSelection() const { return m_selected; }
    void setHovered(bool hovered);
    void setWrong(bool wrong);
    bool isWrong() const { return m_wrong; }
    /// Something would be inserted here if it were let go.
    void setTarget(bool target);
    bool isTarget() const { return m_target; }

    /// Off its place with the nodes that it joins, both of which are dragged.
    void carry(QPointF by);

    /// In scene units.
    double distanceTo(QPointF position) const;

    QRectF boundingRect() const override { return m_bounds; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

    /// The fonts, the colours or the language have changed.
    void renew();

private:
    void layOut();
    void change(bool& flag, bool value);

    CanvasLook& m_look;
    const NodeMap& m_nodes;
    CaptionLayer& m_captions;
    Edge m_edge;
    QPolygonF m_way;
    QPolygonF m_route; ///< in item units; the item lies at the scene's origin but while it is dragged along
    QRectF m_bounds;
    std::optional<Shape> m_shape;
    QString m_caption;
    QStaticText m_captionText;
    std::optional<QRectF> m_captionPlace; ///< in item units; nothing until it is asked for
    bool m_selected = false;
    bool m_hovered = false;
    bool m_wrong = false;
    bool m_target = false;
};

} // namespace netsmith::gui
