#pragma once

#include <QImage>
#include <QList>
#include <QPolygonF>
#include <QWidget>

namespace netsmith::gui {

/// A square for drawing with the mouse, a pen or a finger, or for showing an image. Strokes can be undone one by one.
class DrawingPad : public QWidget {
    Q_OBJECT

public:
    static constexpr int side = 280; ///< of the drawing, independent of the widget's size

    explicit DrawingPad(QWidget* parent = nullptr);

    bool isEmpty() const { return m_strokes.isEmpty() && m_picture.isNull(); }
    bool hasStrokes() const { return !m_strokes.isEmpty(); }
    bool showsPicture() const { return !m_picture.isNull(); }
    /// The drawing: white ink on black, `side` × `side`.
    QImage image() const;
    void showPicture(const QImage& picture);
    void clear();
    void undoStroke();
    /// The text on the empty pad.
    void setHint(const QString& hint);

Q_SIGNALS:
    void edited();

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void tabletEvent(QTabletEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QRectF square() const;
    QPointF toDrawing(QPointF position) const;
    void begin(QPointF position);
    void extend(QPointF position);
    QFont hintFont(const QRect& room) const;
    void paintStrokes(QPainter& painter) const;

    QList<QPolygonF> m_strokes; ///< in the drawing's coordinates
    QImage m_picture;
    QString m_hint;
    bool m_drawing = false;
};

} // namespace netsmith::gui
