#include "gui/plots/curve_trace.h"

#include <algorithm>
#include <cmath>

namespace netsmith::gui {
namespace {

constexpr qreal dotRadius = 2.5;
constexpr qreal markRadius = 4.0;
constexpr qreal bandColumn = 4.0; ///< width of a band's step in pixels: narrower ones would look ragged

/// Limits coordinates far outside the plot, which keeps the painter's numbers small.
qreal bounded(double pixel)
{
    return std::clamp(pixel, -20000.0, 20000.0);
}

} // namespace

CurveTrace::CurveTrace(QCPAxis* keyAxis, QCPAxis* valueAxis, const CurveSeries& series, CurveTraceKind kind, CurveX x)
    : QCPAbstractPlottable(keyAxis, valueAxis)
    , m_series(series)
    , m_kind(kind)
    , m_x(x)
{
}

QCPRange CurveTrace::getKeyRange(bool& found, QCP::SignDomain) const
{
    found = !m_series.empty();
    return found ? QCPRange(m_series.x(m_x).front(), m_series.x(m_x).back()) : QCPRange();
}

QCPRange CurveTrace::getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const
{
    const Extremes extremes = m_series.extremes(m_kind, 0, m_series.size());
    found = !extremes.empty();
    return found ? QCPRange(extremes.least, extremes.greatest) : QCPRange();
}

QPointF CurveTrace::pixel(std::size_t point) const
{
    return {bounded(mKeyAxis->coordToPixel(m_series.x(m_x)[point])), pixelY(m_series.values(m_kind)[point])};
}

qreal CurveTrace::pixelY(double value) const
{
    return bounded(mValueAxis->coordToPixel(value));
}

void CurveTrace::draw(QCPPainter* painter)
{
    if (m_series.empty())
        return;
    const QRect area = mKeyAxis->axisRect()->rect();
    const qreal scale = std::max(1.0, painter->device()->devicePixelRatioF() * painter->worldTransform().m11());
    const QCPRange sight = mKeyAxis->range();
    std::size_t begin = m_series.firstAtOrBehind(m_x, sight.lower);
    std::size_t end = m_series.firstAtOrBehind(m_x, sight.upper);
    begin -= begin > 0 ? 1 : 0; // includes the lines that leave the visible range
    end = std::min(end + 1, m_series.size());

    if (m_look.marks) {
        drawMarks(*painter, begin, end);
        return;
    }
    // Stroking many steep lines is slow, and faint overlapping lines would form a block: above some density, columns of pixels are
    // drawn instead.
    const qreal columnWidth = m_look.band ? bandColumn : 1.0 / scale;
    const auto columns = static_cast<std::size_t>(std::max(1.0, area.width() / columnWidth));
    if (end - begin > (m_look.band ? columns : columns / 2)) {
        std::vector<double> edges(columns + 1);
        for (std::size_t i = 0; i < edges.size(); ++i)
            edges[i] = mKeyAxis->pixelToCoord(area.left() + static_cast<double>(i) * columnWidth);
        m_look.band ? drawBand(*painter, curveSpreads(m_series, m_x, edges), columnWidth)
                    : drawRibbon(*painter, curveColumns(m_series, m_x, m_kind, edges), columnWidth);
    } else
        drawPoints(*painter, begin, end);
    drawDots(*painter, begin, end);
}

void CurveTrace::drawPoints(QCPPainter& painter, std::size_t begin, std::size_t end) const
{
    painter.setAntialiasing(true);
    painter.setPen(QPen(m_look.color, m_look.width, m_look.style, Qt::FlatCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    QPolygonF line;
    const auto drawLine = [&] {
        if (line.size() == 1) { // a single point would not be visible
            painter.setBrush(m_look.color);
            painter.drawEllipse(line.front(), m_look.width / 2, m_look.width / 2);
            painter.setBrush(Qt::NoBrush);
        } else if (!line.isEmpty())
            painter.drawPolyline(line);
        line.clear();
    };
    for (std::size_t i = begin; i < end; ++i)
        if (std::isfinite(m_series.values(m_kind)[i])) {
            const QPointF at = pixel(i);
            if (m_look.stairs && !line.isEmpty())
                line << QPointF(at.x(), line.back().y());
            line << at;
        } else
            drawLine();
    drawLine();
}

void CurveTrace::drawRibbon(QCPPainter& painter, const std::vector<CurveColumn>& columns, qreal columnWidth) const
{
    const qreal left = mKeyAxis->axisRect()->left();
    const qreal half = m_look.width / 2;
    QPolygonF ribbon;
    for (const CurveColumn& column : columns)
        ribbon << QPointF(left + (static_cast<double>(column.column) + 0.5) * columnWidth, pixelY(column.greatest) - half);
    for (auto column = columns.rbegin(); column != columns.rend(); ++column)
        ribbon << QPointF(left + (static_cast<double>(column->column) + 0.5) * columnWidth, pixelY(column->least) + half);
    painter.setAntialiasing(true);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_look.color);
    painter.drawPolygon(ribbon);
}

void CurveTrace::drawBand(QCPPainter& painter, const std::vector<CurveSpread>& columns, qreal columnWidth) const
{
    const qreal left = mKeyAxis->axisRect()->left();
    QPolygonF band;
    for (const CurveSpread& column : columns)
        band << QPointF(left + (static_cast<double>(column.column) + 0.5) * columnWidth, pixelY(column.high));
    for (auto column = columns.rbegin(); column != columns.rend(); ++column)
        band << QPointF(left + (static_cast<double>(column->column) + 0.5) * columnWidth, pixelY(column->low));
    painter.setAntialiasing(true);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_look.color);
    painter.drawPolygon(band);
}

void CurveTrace::drawMarks(QCPPainter& painter, std::size_t begin, std::size_t end) const
{
    const QRectF area = mKeyAxis->axisRect()->rect();
    painter.setAntialiasing(true);
    painter.setBrush(m_look.color);
    qreal before = -2.0 * markRadius;
    for (std::size_t i = begin; i < end; ++i) {
        const qreal x = bounded(mKeyAxis->coordToPixel(m_series.x(m_x)[i]));
        if (x - before < markRadius && i + 1 < end)
            continue; // where dots are dense, one represents its neighbours
        before = x;
        painter.setPen(QPen(m_look.color, 1.0, Qt::DashLine));
        painter.drawLine(QLineF(x, area.top() + 2 * markRadius, x, area.bottom()));
        painter.setPen(Qt::NoPen);
        painter.drawEllipse(QPointF(x, area.top() + markRadius), markRadius, markRadius);
    }
}

void CurveTrace::drawDots(QCPPainter& painter, std::size_t begin, std::size_t end) const
{
    constexpr int over = 5; // the first and last dots on the border are not clipped
    painter.setClipRect(clipRect().adjusted(-over, -over, over, over));
    painter.setAntialiasing(true);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_look.color);
    const auto room = static_cast<std::size_t>(mKeyAxis->axisRect()->width() / (3 * dotRadius));
    if (m_look.dots && end - begin <= room)
        for (std::size_t i = begin; i < end; ++i)
            if (std::isfinite(m_series.values(m_kind)[i]))
                painter.drawEllipse(pixel(i), dotRadius, dotRadius);
    if (m_mark && *m_mark < m_series.size())
        painter.drawEllipse(pixel(*m_mark), markRadius, markRadius);
}

} // namespace netsmith::gui
