#pragma once

#include "gui/plots/crosshair.h"
#include "gui/plots/curve_model.h"
#include "gui/plots/qcustomplot.h"

#include <memory>

namespace netsmith::gui {

class CurveTrace;
class MarkLines;
class PlotInset;
class PlotOverlay;

/// The plot of one quantity: its curves, and zooming and reading them with the mouse and the keyboard. The panel sets the range of
/// the horizontal axis, shared by all plots; the vertical axis fits the visible part until the user chooses a range.
class CurvePlot : public QCustomPlot {
    Q_OBJECT

public:
    explicit CurvePlot(QWidget* parent = nullptr);
    ~CurvePlot() override;

    void setQuantity(const PlotQuantity& quantity);
    const PlotQuantity& quantity() const { return m_quantity; }
    /// The series must outlive their use by the plot.
    void setCurves(std::vector<PlotCurve> curves);
    const std::vector<PlotCurve>& curves() const { return m_curves; }
    /// Shows another quantity as a small inset in a corner, over the same horizontal axis.
    void setInset(const PlotQuantity& quantity, std::vector<PlotCurve> curves);
    /// Null if there is none.
    const PlotInset* inset() const { return m_inset.get(); }
    /// The marks that are drawn below the curves; they outlive their use by the plot. Null: none.
    void setMarks(const std::vector<PlotMark>* marks);
    void setX(CurveX x, bool logarithmic);
    void setLogarithmicY(bool logarithmic);

    void setSight(const QCPRange& x) { m_sight = x; }
    bool hasChosenY() const { return m_chosenY.has_value(); }
    void followY() { m_chosenY.reset(); }
    /// Keeps the range of the vertical axis.
    void holdY() { m_chosenY = yAxis->range(); }
    /// Fits the vertical axis, unless the user chose its range, and draws.
    void refresh();

    /// `listed`: with the values beside the line.
    void showCrosshair(std::optional<double> x, bool listed);
    const std::optional<Crosshair>& crosshair() const;
    void applyTheme();

Q_SIGNALS:
    void sightChosen(double lower, double upper); ///< of the horizontal axis
    void heightChosen(); ///< the vertical axis was set by hand
    void followWanted();
    void crosshairMoved(double x);
    void crosshairLeft();

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    enum class Drag { none, box, pan };

    QRect area() const { return axisRect()->rect(); }
    QCPRange fittedHeight() const;
    void chooseTickCounts();
    void chooseRanges(const QCPRange& x, const QCPRange& y);
    void zoom(double factorX, double factorY, const QPointF& around);
    void pan(const QPointF& pixels);
    void chooseBox(const QRectF& box);
    void stepCrosshair(int direction);
    void redrawOverlay();
    Crosshair readAt(double x) const;

    PlotQuantity m_quantity;
    std::vector<PlotCurve> m_curves;
    std::vector<CurveTrace*> m_traces; ///< first the raw trace of each curve, then the curves themselves
    PlotOverlay* m_overlay;
    MarkLines* m_marks;
    std::unique_ptr<PlotInset> m_inset;
    CurveX m_x = CurveX::epoch;
    QCPRange m_sight{0.0, 1.0};
    std::optional<QCPRange> m_chosenY;
    Drag m_drag = Drag::none;
    QPointF m_dragFrom;
};

} // namespace netsmith::gui
