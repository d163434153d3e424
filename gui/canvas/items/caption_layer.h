#pragma once

#include "gui/canvas/canvas_look.h"

#include <QGraphicsItem>

#include <vector>

namespace netsmith::gui {

class WireItem;

/// The shapes on the wires, above all wires and below the nodes. A single item for all of them: one per wire would make painting
/// half again as slow.
class CaptionLayer final : public QGraphicsItem {
public:
    enum { Type = UserType + 4 };

    explicit CaptionLayer(CanvasLook& look);

    int type() const override { return Type; }
    void add(WireItem& wire) { m_wires.push_back(&wire); }
    void remove(WireItem& wire);
    /// Repaints the current and the former caption of a wire.
    void renew(const WireItem& wire);

    QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    CanvasLook& m_look;
    std::vector<WireItem*> m_wires;
};

} // namespace netsmith::gui
