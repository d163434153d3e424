#pragma once

#include "engine/core/shape.h"
#include "engine/graph/graph.h"
#include "gui/canvas/canvas_look.h"

#include <QGraphicsItem>
#include <QPolygonF>
#include <QStaticText>

#include <memory>
#include <optional>

namespace netsmith::gui {

class NodeMap;

/// The shape that goes through a wire, over all wires and on a ground of its own, so that none crosses it.
class WireCaption final : public QGraphicsItem {
public:
    explicit WireCaption(CanvasLook& look);

    void setText(const QString& text);
    const QString& text() const { return m_text; }
    QSizeF size() const { return m_shown.size(); }
    void setWrong(bool wrong);
    /// The fonts or colours have changed.
    void layOut();

    QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    CanvasLook& m_look;
    QString m_text;
    QStaticText m_shown;
    bool m_wrong = false;
};

/// A wire as it is seen, with the shape that goes through it: red where that does not fit. One to a loss has no edge of the graph.
class WireItem final : public QGraphicsItem {
public:
    enum { Type = UserType + 2 };
    enum class State { plain, selected, target, wrong };

    WireItem(CanvasLook& look, const NodeMap& nodes, Edge edge);
    ~WireItem() override;

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
    const WireCaption& caption() const { return *m_caption; }
    WireCaption& caption() { return *m_caption; }
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
    Edge m_edge;
    QPolygonF m_way;
    QPolygonF m_route; ///< in item units; the item lies at the scene's origin but while it is dragged along
    QRectF m_bounds;
    std::optional<Shape> m_shape;
    std::unique_ptr<WireCaption> m_caption;
    bool m_selected = false;
    bool m_hovered = false;
    bool m_wrong = false;
    bool m_target = false;
};

} // namespace netsmith::gui
