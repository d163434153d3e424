#pragma once

#include "engine/graph/validation.h"
#include "gui/canvas/canvas_look.h"

#include <QGraphicsItem>
#include <QStaticText>

namespace netsmith::gui {

/// Says at a red wire what does not fit, with both shapes, and offers what mends it in one click.
class MisfitCard final : public QGraphicsItem {
public:
    enum { Type = UserType + 3 };

    explicit MisfitCard(CanvasLook& look);

    int type() const override { return Type; }
    /// `mend` empty: nothing is known that would mend it.
    void show(const Problem& problem, const QString& sentence, const QString& mend);
    const Problem& problem() const { return m_problem; }
    const QString& sentence() const { return m_sentence; }
    const QString& mend() const { return m_mend; }
    /// In scene units; empty where there is no mend.
    QRectF mendRectangle() const;
    void setMendHovered(bool hovered);

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
    QString m_mend;
    QStaticText m_sentenceText;
    QStaticText m_mendText;
    QSizeF m_size;
    QPointF m_place;
    bool m_mendHovered = false;
};

} // namespace netsmith::gui
