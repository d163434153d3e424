#pragma once

#include "gui/plots/crosshair.h"
#include "gui/plots/qcustomplot.h"

namespace netsmith::gui {

class PlotInset;

/// What is drawn over the curves and follows the mouse: the crosshair with its values, and the box being drawn. Has its own layer,
/// so that the curves are not redrawn for it.
class PlotOverlay final : public QCPAbstractItem {
public:
    explicit PlotOverlay(QCustomPlot* plot);

    void setCrosshair(std::optional<Crosshair> crosshair) { m_crosshair = std::move(crosshair); }
    const std::optional<Crosshair>& crosshair() const { return m_crosshair; }
    /// Whether the values are listed beside the line, or only the line is drawn.
    void setListed(bool listed) { m_listed = listed; }
    /// Null: none.
    void setInset(const PlotInset* inset) { m_inset = inset; }
    void setBox(std::optional<QRectF> box) { m_box = box; }

    double selectTest(const QPointF&, bool, QVariant* = nullptr) const override { return -1.0; }

protected:
    void draw(QCPPainter* painter) override;

private:
    void drawList(QCPPainter& painter, qreal x, const QRect& area) const;

    std::optional<Crosshair> m_crosshair;
    std::optional<QRectF> m_box;
    bool m_listed = false;
    const PlotInset* m_inset = nullptr;
};

} // namespace netsmith::gui
