#pragma once

#include "gui/embedding/point_palette.h"

#include "engine/inspect/embeddings/sample_matrix.h"

#include <QWidget>

#include <memory>
#include <optional>

namespace netsmith::gui {

/// Points of samples in a plane, coloured by what they are, with a legend. The wheel and + and − zoom, dragging pans, a double
/// click or 0 shows all; a click and the arrow keys choose a point, a click in the legend and the page keys highlight one class.
class EmbeddingView : public QWidget {
    Q_OBJECT

public:
    using Points = std::shared_ptr<const std::vector<inspect::PlanePoint>>;

    explicit EmbeddingView(QWidget* parent = nullptr);

    /// What the next points are; `areSame`: of the same samples, so that these, the chosen one and the zoom stay.
    void setPalette(PointPalette palette, bool areSame);
    const PointPalette& pointPalette() const { return m_palette; }
    /// The part of the plane that is shown stays if the user has zoomed, else it follows the points.
    void setPoints(Points points);
    const Points& points() const { return m_points; }

    std::optional<std::size_t> chosen() const { return m_chosen; }
    void choose(std::optional<std::size_t> point);
    /// Under the pointer.
    std::optional<std::size_t> hovered() const { return m_hovered; }
    /// The entry of the legend that stands out; −1: none.
    int raised() const { return m_raised; }
    void raiseEntry(int entry);
    void showAll();
    bool isZoomed() const { return m_isZoomed; }
    /// In pixels of this widget.
    QPointF placeOf(std::size_t point) const;
    QRectF placeOfEntry(int entry) const;
    void draw(QPainter& painter) const;

    QSize sizeHint() const override { return minimumSizeHint(); }
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// A point is chosen, or none any more.
    void pointChosen();
    /// The pointer is on another point, or on none.
    void pointHovered();

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QRectF area() const; ///< of the points
    QRectF legendArea() const;
    void fit();
    void zoom(double factor, const QPointF& at);
    std::optional<std::size_t> pointAt(const QPointF& place) const;
    int entryAt(const QPointF& place) const;
    void hover(std::optional<std::size_t> point);
    /// The nearest point in a direction.
    void step(double dx, double dy);
    void drawPoints(QPainter& painter) const;
    void drawLegend(QPainter& painter) const;
    void drawScale(QPainter& painter) const;
    double pointSide() const;

    PointPalette m_palette;
    Points m_points;
    std::optional<std::size_t> m_chosen;
    std::optional<std::size_t> m_hovered;
    int m_raised = -1;
    QPointF m_centre; ///< of the plane, in the middle of the area
    double m_scale = 1.0; ///< pixels for a unit of the plane
    bool m_isZoomed = false;
    std::optional<QPointF> m_pressed; ///< where the button went down
    QPointF m_panned; ///< the last place while panning
    bool m_isPanning = false;
};

} // namespace netsmith::gui
