#include "gui/plots/plot_inset.h"

#include "gui/plots/curve_trace.h"
#include "gui/plots/plot_ticks.h"
#include "gui/widgets/theme.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

// In pixels at a text size of 13 px.
constexpr int leastPlotWidth = 240, leastPlotHeight = 96; ///< of the plot around it
constexpr int leastInsetWidth = 116, mostInsetWidth = 200;
constexpr int leastInsetHeight = 46, mostInsetHeight = 60;
constexpr int insetPadding = 6;

} // namespace

PlotInset::PlotInset(QCustomPlot& plot)
    : m_plot(plot)
    , m_rect(new QCPAxisRect(&plot, false))
{
    plot.addLayer(u"netsmithInset"_s, plot.layer(u"main"_s));
    m_rect->setAutoMargins(QCP::msNone);
    m_rect->setMinimumMargins(QMargins());
    m_rect->setMinimumSize(1, 1);
    m_rect->addAxes(QCPAxis::atBottom | QCPAxis::atLeft);
    for (QCPAxis* axis : m_rect->axes()) {
        axis->setVisible(false);
        axis->grid()->setVisible(false);
    }
    m_rect->setLayer(u"netsmithInset"_s); // its background covers the curves
    plot.axisRect()->insetLayout()->addElement(m_rect, QRectF(0.6, 0.0, 0.4, 0.3));
    m_place = plot.axisRect()->insetLayout()->elementCount() - 1; // after the legend, which is always hidden
    m_rect->setVisible(false);
    applyTheme();
}

void PlotInset::applyTheme()
{
    QColor ground = Theme::instance().color(Token::panel);
    ground.setAlphaF(0.86F); // the curves under it remain visible
    m_rect->setBackground(QBrush(ground));
    const int padding = Theme::instance().scaled(insetPadding);
    const int title = QFontMetrics(Theme::instance().font(TextRole::numberCaption)).height();
    m_rect->setMargins(QMargins(padding, title, padding, padding));
}

bool PlotInset::isShown() const
{
    return m_rect->visible();
}

void PlotInset::setCurves(std::vector<PlotCurve> curves, CurveX x)
{
    for (CurveTrace* trace : m_traces)
        m_plot.removePlottable(trace);
    m_traces.clear();
    m_curves = std::move(curves);
    for (const PlotCurve& curve : m_curves) {
        auto* trace =
            new CurveTrace(m_rect->axis(QCPAxis::atBottom), m_rect->axis(QCPAxis::atLeft), *curve.series, curve.shown(), x);
        trace->setLayer(u"netsmithInset"_s);
        trace->setLook({.color = curve.color, .width = 1.5});
        m_traces.push_back(trace);
    }
}

void PlotInset::setX(CurveX x, bool logarithmic)
{
    m_rect->axis(QCPAxis::atBottom)->setScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    for (CurveTrace* trace : m_traces)
        trace->setX(x);
}

Extremes PlotInset::extremes() const
{
    Extremes all;
    for (const PlotCurve& curve : m_curves)
        all.add(curve.series->extremes(curve.shown(), 0, curve.series->size()));
    return all;
}

void PlotInset::refresh(const QCPRange& sight)
{
    const Theme& theme = Theme::instance();
    const QRect area = m_plot.axisRect()->rect();
    const bool any = std::ranges::any_of(m_curves, [](const PlotCurve& curve) { return !curve.series->empty(); });
    const bool fits = area.width() >= theme.scaled(leastPlotWidth) && area.height() >= theme.scaled(leastPlotHeight);
    const Extremes values = extremes();
    m_rect->setVisible(any && fits);
    for (CurveTrace* trace : m_traces)
        trace->setVisible(any && fits && values.greatest > values.least); // a constant curve is not drawn, its value is enough
    if (!any || !fits)
        return;
    const QFontMetricsF metrics(theme.font(TextRole::numberCaption));
    const double words = metrics.horizontalAdvance(m_quantity.title) + metrics.horizontalAdvance(u"0.000888"_s)
        + 3.0 * theme.scaled(insetPadding) + 1.0;
    const double least = std::min(std::max(words, 1.0 * theme.scaled(leastInsetWidth)), 0.5 * area.width());
    const double width = std::clamp(0.3 * area.width(), least, std::max(least, 1.0 * theme.scaled(mostInsetWidth)));
    const double high = values.greatest > values.least
        ? std::clamp(0.3 * area.height(), 1.0 * theme.scaled(leastInsetHeight), 1.0 * theme.scaled(mostInsetHeight))
        : m_rect->margins().top() + 3.0;
    m_plot.axisRect()->insetLayout()->setInsetRect(
        m_place, QRectF(1.0 - width / area.width(), 0.0, width / area.width(), high / area.height()));
    m_rect->axis(QCPAxis::atBottom)->setRange(sight);
    m_rect->axis(QCPAxis::atLeft)->setRange(0.0, 1.25 * values.greatest); // sizes start at 0
}

void PlotInset::drawOver(QCPPainter& painter, const std::optional<Crosshair>& crosshair) const
{
    if (!isShown() || m_curves.empty())
        return;
    const Theme& theme = Theme::instance();
    const QRectF frame = QRectF(m_rect->outerRect()).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.setAntialiasing(true);
    painter.setPen(QPen(theme.color(Token::line), 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(frame, 4, 4);

    // The current run's, which is drawn last.
    const PlotCurve& told = m_curves.back();
    const double last = told.series->empty() ? std::nan("") : told.series->values(told.shown()).back();
    double value = last;
    if (crosshair && !crosshair->beside.empty())
        value = crosshair->beside.back().y;
    painter.setFont(theme.font(TextRole::numberCaption));
    const QRectF words = frame.adjusted(theme.scaled(insetPadding), 1, -theme.scaled(insetPadding), 0);
    const QFontMetricsF metrics(painter.font());
    const QString number = std::isfinite(value) ? valueText(m_quantity, value) : QString();
    const qreal room = words.width() - metrics.horizontalAdvance(number) - theme.scaled(insetPadding);
    painter.setPen(theme.color(Token::textMuted));
    painter.drawText(words, Qt::AlignLeft | Qt::AlignTop, metrics.elidedText(m_quantity.title, Qt::ElideRight, room));
    painter.setPen(theme.color(Token::text));
    painter.drawText(words, Qt::AlignRight | Qt::AlignTop, number);
    if (!crosshair)
        return;
    painter.setPen(QPen(theme.color(Token::panel), 1));
    for (const Crosshair::Row& row : crosshair->beside) {
        const QPointF at(m_rect->axis(QCPAxis::atBottom)->coordToPixel(row.x), m_rect->axis(QCPAxis::atLeft)->coordToPixel(row.y));
        if (!std::isfinite(row.y) || !QRectF(m_rect->rect()).adjusted(-1, -1, 1, 1).contains(at))
            continue;
        painter.setBrush(row.color);
        painter.drawEllipse(at, 3, 3);
    }
}

} // namespace netsmith::gui
