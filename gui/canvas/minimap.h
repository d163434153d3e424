#pragma once

#include <QRectF>
#include <QTransform>
#include <QWidget>

namespace netsmith::gui {

class Canvas;

/// The whole network in small with a frame around what is seen, to be dragged; there only while a part of the network is out of
/// view.
class Minimap final : public QWidget {
    Q_OBJECT

public:
    explicit Minimap(Canvas& canvas);

    /// Something has moved, or another part is seen.
    void follow();
    /// Where a place of the network is drawn here.
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
    QPointF m_grip; ///< from the middle of what is seen to where it was taken, in scene units
    bool m_drags = false;
};

} // namespace netsmith::gui
