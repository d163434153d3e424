#pragma once

#include "gui/plots/crosshair.h"
#include "gui/plots/qcustomplot.h"

namespace netsmith::gui {

class CurveTrace;

/// A small plot without axes in the corner of another: for values that change slowly and are read off with the crosshair, such as
/// the learning rate. Hidden if the plot has no room for it.
class PlotInset {
public:
    explicit PlotInset(QCustomPlot& plot);

    void setQuantity(const PlotQuantity& quantity) { m_quantity = quantity; }
    const PlotQuantity& quantity() const { return m_quantity; }
    void setCurves(std::vector<PlotCurve> curves, CurveX x);
    const std::vector<PlotCurve>& curves() const { return m_curves; }
    void setX(CurveX x, bool logarithmic);
    /// Places it in the plot, if there is room, over the same part of the horizontal axis.
    void refresh(const QCPRange& sight);
    bool isShown() const;
    QRectF place() const { return m_rect->outerRect(); } ///< in the plot, while shown
    void applyTheme();

    /// Draws its title, its value and the crosshair's position in it on the plot's overlay.
    void drawOver(QCPPainter& painter, const std::optional<Crosshair>& crosshair) const;

private:
    Extremes extremes() const;

    QCustomPlot& m_plot;
    QCPAxisRect* m_rect;
    int m_place = 0; ///< index among the insets of the plot's axes
    PlotQuantity m_quantity;
    std::vector<PlotCurve> m_curves;
    std::vector<CurveTrace*> m_traces;
};

} // namespace netsmith::gui
