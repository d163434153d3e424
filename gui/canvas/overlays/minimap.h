#pragma once

#include <QRectF>
#include <QTransform>
#include <QWidget>

namespace netsmith::gui {

class Canvas;

/// An overview of the whole network with a draggable frame around the visible part; shown only while part of the network is out of
/// view.
class Minimap final : public QWidget {
    Q_OBJECT

public:
    explicit Minimap(Canvas& canvas);

    /// Updates after the network or the visible part has changed.
    void follow();
    /// The position in this widget of a scene position.
    QPointF placeOf(QPointF scene) const { return m_toHere.map(scene); }

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void setTexts();
    QRectF seen() const;
    void showAt(QPointF here);

    Canvas& m_canvas;
    QTransform m_toHere; ///< from the scene
    QPointF m_grip; ///< from the centre of the visible part to where it was pressed, in scene units
    bool m_drags = false;
};

} // namespace netsmith::gui
