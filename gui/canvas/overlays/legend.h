#pragma once

#include <QWidget>

namespace netsmith::gui {

/// A legend in a corner of the canvas: a title, a bar of colours, and marks below it; hidden while there is nothing to explain or
/// no room.
class Legend : public QWidget {
    Q_OBJECT

public:
    void renew();
    /// Whether there is something to explain, though it may be hidden for want of room.
    bool isWanted() const { return !m_title.isEmpty(); }
    /// Whether the canvas has room for it.
    void setRoom(bool hasRoom);

    QSize sizeHint() const override;

protected:
    /// `name`: its object name; `barWidth`: the least width of the bar, for normal text.
    Legend(const QString& name, int barWidth, QWidget* parent);

    /// Empty: there is nothing to explain.
    void setTitle(const QString& title);
    void paintEvent(QPaintEvent* event) override;
    /// Paints the colours, and the marks in `below`, with the font and the pen for them set.
    virtual void paintBar(QPainter& painter, const QRect& bar, const QRect& below) = 0;

private:
    int m_barWidth;
    QString m_title;
    bool m_hasRoom = true;
};

/// The height that the bar at the bottom of a canvas and the legends take; if it is too narrow for them to be side by side, the
/// legends are above.
int heightWithLegends(int width, int margin, QSize bar, const Legend& tint, const Legend& pictures);

} // namespace netsmith::gui
