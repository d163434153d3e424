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

/// The graphics item of a wire, with the shape on it: red if that doesn't fit. A wire to a loss is not an edge of the graph.
class WireItem final : public QGraphicsItem {
public:
    enum { Type = UserType + 2 };

    WireItem(CanvasLook& look, const NodeMap& nodes, CaptionLayer& captions, Edge edge);
    ~WireItem() override;

    /// A key that identifies a wire.
    static std::string keyOf(const Edge& edge);

    int type() const override { return Type; }
    const Edge& edge() const { return m_edge; }
    /// Whether it leads to a loss; such a wire can't be removed.
    bool leadsToLoss() const { return m_edge.to.node.empty(); }

    /// The result of `routeWire`, kept so that overlapping wires can be separated again.
    void setWay(const QPolygonF& way) { m_way = way; }
    const QPolygonF& way() const { return m_way; }
    void setRoute(const QPolygonF& route);
    const QPolygonF& route() const { return m_route; }
    /// The shape on the wire; null: unknown.
    void setShape(const Shape* shape);
    void setShown(bool shown);
    const QString& caption() const { return m_caption; }
    /// As painted; in scene units.
    const QStaticText& captionText();
    QRectF captionRectangle();
    void setSelection(bool selected);
    bool hasSelection() const { return m_selected; }
    void setHovered(bool hovered);
    void setWrong(bool wrong);
    bool isWrong() const { return m_wrong; }
    /// Highlights the wire as the target of a drop.
    void setTarget(bool target);
    bool isTarget() const { return m_target; }

    /// Moves it with both of its nodes while they are dragged.
    void carry(QPointF by);

    /// In scene units.
    double distanceTo(QPointF position) const;

    QRectF boundingRect() const override { return m_bounds; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

    /// Updates to changed fonts, colours or language.
    void renew();

private:
    void layOut();
    void change(bool& flag, bool value);

    CanvasLook& m_look;
    const NodeMap& m_nodes;
    CaptionLayer& m_captions;
    Edge m_edge;
    QPolygonF m_way;
    QPolygonF m_route; ///< in item units; the item is at the scene's origin unless it is dragged along
    QRectF m_bounds;
    std::optional<Shape> m_shape;
    QString m_caption;
    QStaticText m_captionText;
    std::optional<QRectF> m_captionPlace; ///< in item units; computed when first needed
    bool m_selected = false;
    bool m_hovered = false;
    bool m_wrong = false;
    bool m_target = false;
};

} // namespace netsmith::gui
