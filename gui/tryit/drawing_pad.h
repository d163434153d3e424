#pragma once

#include <QImage>
#include <QList>
#include <QPolygonF>
#include <QWidget>

namespace netsmith::gui {

/// A square to draw on with the mouse, a pen or a finger, or that shows a picture. Each stroke can be taken back.
class DrawingPad : public QWidget {
    Q_OBJECT

public:
    static constexpr int side = 280; ///< of the drawing, whatever the widget's size

    explicit DrawingPad(QWidget* parent = nullptr);

    bool isEmpty() const { return m_strokes.isEmpty() && m_picture.isNull(); }
    bool hasStrokes() const { return !m_strokes.isEmpty(); }
    bool showsPicture() const { return !m_picture.isNull(); }
    /// What was drawn: white ink on black, `side` × `side`.
    QImage image() const;
    void showPicture(const QImage& picture);
    void clear();
    void undoStroke();
    /// What stands on the empty pad.
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
