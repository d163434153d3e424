#pragma once

#include "gui/plots/crosshair.h"
#include "gui/plots/qcustomplot.h"

namespace netsmith::gui {

class CurveTrace;

/// A small plot in the corner of another one, without axes: for what changes slowly and is read off at the crosshair, such as the
/// learning rate. Gone where the plot has no room for it.
class PlotInset {
public:
    explicit PlotInset(QCustomPlot& plot);

    void setQuantity(const PlotQuantity& quantity) { m_quantity = quantity; }
    const PlotQuantity& quantity() const { return m_quantity; }
    void setCurves(std::vector<PlotCurve> curves, CurveX x);
    const std::vector<PlotCurve>& curves() const { return m_curves; }
    void setX(CurveX x, bool logarithmic);
    /// Where it stands in the plot, if it has room; over the same part of the horizontal axis as the plot.
    void refresh(const QCPRange& sight);
    bool isShown() const;
    QRectF place() const { return m_rect->outerRect(); } ///< in the plot, where it is shown
    void applyTheme();

    /// On the plot's overlay: what it is, its value, and where the crosshair is in it.
    void drawOver(QCPPainter& painter, const std::optional<Crosshair>& crosshair) const;

private:
    Extremes extremes() const;

    QCustomPlot& m_plot;
    QCPAxisRect* m_rect;
    int m_place = 0; ///< among the insets of the plot's axes
    PlotQuantity m_quantity;
    std::vector<PlotCurve> m_curves;
    std::vector<CurveTrace*> m_traces;
};

} // namespace netsmith::gui
