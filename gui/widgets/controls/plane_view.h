#pragma once

#include <QImage>
#include <QPointF>
#include <QWidget>

#include <optional>
#include <vector>

namespace netsmith::gui {

/// The data of a network that reads one or two numbers, and what it makes of every place between: points in the plane over its
/// decision surface, or points along a curve. A click chooses a place to ask about.
class PlaneView : public QWidget {
    Q_OBJECT

public:
    struct Range {
        double from = -1.0;
        double to = 1.0;
        bool operator==(const Range&) const = default;
    };
    /// A sample: x, and in the plane y.
    struct Point {
        double x = 0.0;
        double y = 0.0;
        double target = 0.0; ///< the number of its class, or the number to predict
        bool heldOut = true; ///< from the training; others are smaller
    };
    /// What the network makes of a grid of places.
    struct Surface {
        int columns = 0;
        int rows = 1; ///< from the top to the bottom; 1: along a curve
        int width = 1; ///< numbers for each place
        std::vector<float> values{}; ///< place by place, row by row
    };

    explicit PlaneView(QWidget* parent = nullptr);

    /// One range: a curve. `classes`: the number of them; 0: the target is a number.
    void setAxes(const std::vector<Range>& axes, int classes);
    bool isCurve() const { return m_axes.size() == 1; }
    void setPoints(std::vector<Point> points);
    void showSurface(Surface surface);
    void clearSurface() { showSurface({}); }
    /// The place that the network is asked about; of a curve only x counts.
    void setMark(const std::optional<QPointF>& mark);
    /// Places are entered, not asked about: the arrow keys only move the mark, which the space bar chooses and Delete erases, and
    /// the pointer leaves it alone.
    void setEntering() { m_enters = true; }
    /// A place in pixels, and the reverse.
    QPointF placeOf(QPointF value) const;
    QPointF valueAt(QPointF place) const;

    QSize sizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

Q_SIGNALS:
    void chosen(QPointF value);
    /// Clicked with the right button.
    void erased(QPointF value);

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    QRectF area() const;
    /// Of the axis upwards: that of a curve follows its numbers.
    Range vertical() const;
    void choose(QPointF place);
    void retranslate();
    void renew();
    QRgb colorOf(const float* values) const;
    void paintCurve(QPainter& painter) const;
    void paintPoints(QPainter& painter) const;

    std::vector<Range> m_axes{{}, {}};
    int m_classes = 0;
    std::vector<Point> m_points;
    Surface m_surface;
    QImage m_image; ///< of the surface, in the current colours
    double m_most = 1.0; ///< the largest number of points and surface, by size
    std::optional<QPointF> m_mark;
    bool m_enters = false;
};

} // namespace netsmith::gui
