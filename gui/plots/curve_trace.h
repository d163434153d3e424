#pragma once

#include "gui/plots/curve_columns.h"
#include "gui/plots/qcustomplot.h"

namespace netsmith::gui {

/// How a trace is drawn.
struct TraceLook {
    QColor color;
    qreal width = 1.75;
    Qt::PenStyle style = Qt::SolidLine;
    bool band = false; ///< where points are dense, a band that holds most of them; for faint traces
    bool dots = false; ///< a dot at each point, while there is room
    bool stairs = false; ///< a value holds until the next point
    bool marks = false; ///< a vertical line at each point instead of a curve
};

/// Draws a series directly from its columns, decimated to the visible pixels.
class CurveTrace final : public QCPAbstractPlottable {
public:
    CurveTrace(QCPAxis* keyAxis, QCPAxis* valueAxis, const CurveSeries& series, CurveTraceKind kind, CurveX x);

    void setLook(const TraceLook& look) { m_look = look; }
    void setX(CurveX x) { m_x = x; }
    /// The point marked by a larger dot.
    void setMark(std::optional<std::size_t> point) { m_mark = point; }
    const CurveSeries& series() const { return m_series; }

    double selectTest(const QPointF&, bool, QVariant* = nullptr) const override { return -1.0; }
    QCPRange getKeyRange(bool& found, QCP::SignDomain domain = QCP::sdBoth) const override;
    QCPRange getValueRange(bool& found, QCP::SignDomain domain = QCP::sdBoth, const QCPRange& keys = QCPRange()) const override;

protected:
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter*, const QRectF&) const override { }

private:
    QPointF pixel(std::size_t point) const;
    qreal pixelY(double value) const;
    void drawPoints(QCPPainter& painter, std::size_t begin, std::size_t end) const;
    void drawRibbon(QCPPainter& painter, const std::vector<CurveColumn>& columns, qreal columnWidth) const;
    void drawBand(QCPPainter& painter, const std::vector<CurveSpread>& columns, qreal columnWidth) const;
    void drawMarks(QCPPainter& painter, std::size_t begin, std::size_t end) const;
    void drawDots(QCPPainter& painter, std::size_t begin, std::size_t end) const;

    const CurveSeries& m_series;
    CurveTraceKind m_kind;
    CurveX m_x;
    TraceLook m_look;
    std::optional<std::size_t> m_mark;
};

} // namespace netsmith::gui
