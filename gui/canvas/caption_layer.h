#pragma once

#include "gui/canvas/canvas_look.h"

#include <QGraphicsItem>

#include <vector>

namespace netsmith::gui {

class WireItem;

/// The shapes that go through the wires, over all wires and under the nodes. One item for all of them: a text of its own for each
/// wire would make every painting half again as long.
class CaptionLayer final : public QGraphicsItem {
public:
    enum { Type = UserType + 4 };

    explicit CaptionLayer(CanvasLook& look);

    int type() const override { return Type; }
    void add(WireItem& wire) { m_wires.push_back(&wire); }
    void remove(WireItem& wire);
    /// What stands at a wire is, or was, to be painted anew.
    void renew(const WireItem& wire);

    QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    CanvasLook& m_look;
    std::vector<WireItem*> m_wires;
};

} // namespace netsmith::gui
