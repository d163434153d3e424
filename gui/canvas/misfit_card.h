#pragma once

#include "engine/graph/validation.h"
#include "gui/canvas/canvas_look.h"

#include <QGraphicsItem>
#include <QStaticText>

namespace netsmith::gui {

/// Says at a red wire what does not fit, with both shapes, and offers what fixes it in one click.
class MisfitCard final : public QGraphicsItem {
public:
    enum { Type = UserType + 3 };

    explicit MisfitCard(CanvasLook& look);

    int type() const override { return Type; }
    /// `fix` empty: nothing is known that would fix it.
    void show(const Problem& problem, const QString& sentence, const QString& fix);
    const Problem& problem() const { return m_problem; }
    const QString& sentence() const { return m_sentence; }
    const QString& fix() const { return m_fix; }
    /// In scene units; empty where there is no fix.
    QRectF fixRectangle() const;
    void setFixHovered(bool hovered);

    /// The middle of the upper edge, in scene units.
    void setPlace(QPointF place);

    QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

    /// The fonts or colours have changed.
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
