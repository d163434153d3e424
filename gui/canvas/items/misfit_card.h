#pragma once

#include "engine/graph/validation.h"
#include "gui/canvas/canvas_look.h"

#include <QGraphicsItem>
#include <QStaticText>

namespace netsmith::gui {

/// A card at a red wire with the mismatch, both shapes, and a one-click fix.
class MisfitCard final : public QGraphicsItem {
public:
    enum { Type = UserType + 3 };

    explicit MisfitCard(CanvasLook& look);

    int type() const override { return Type; }
    /// `fix` empty: there is no known fix.
    void show(const Problem& problem, const QString& sentence, const QString& fix);
    const Problem& problem() const { return m_problem; }
    const QString& sentence() const { return m_sentence; }
    const QString& fix() const { return m_fix; }
    /// In scene units; empty if there is no fix.
    QRectF fixRectangle() const;
    void setFixHovered(bool hovered);

    /// The centre of the upper edge, in scene units.
    void setPlace(QPointF place);

    QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

    /// Updates to changed fonts or colours.
    void layOut();

private:
    CanvasLook& m_look;
    Problem m_problem;
    QString m_sentence;
    QString m_fix;
    QStaticText m_sentenceText;
    QStaticText m_fixText;
    QSizeF m_size;
    QPointF m_place;
    bool m_fixHovered = false;
};

} // namespace netsmith::gui
