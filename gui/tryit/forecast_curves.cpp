#include "gui/tryit/forecast_curves.h"

#include "gui/widgets/number_text.h"
#include "gui/widgets/theme.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace netsmith::gui {
namespace {

constexpr int curvesHeight = 150;
constexpr std::size_t markedPoints = 16; // up to this many points are marked, since a single one makes no line

struct Ranges {
    double left = 0.0, right = 1.0, low = 0.0, high = 1.0;
};

Ranges rangesOf(std::initializer_list<const ForecastCurves::Curve*> curves)
{
    Ranges ranges{0.0, 0.0, INFINITY, -INFINITY};
    for (const ForecastCurves::Curve* curve : curves)
        for (const QPointF& point : *curve)
            if (std::isfinite(point.y())) {
                ranges.left = std::min(ranges.left, point.x());
                ranges.right = std::max(ranges.right, point.x());
                ranges.low = std::min(ranges.low, point.y());
                ranges.high = std::max(ranges.high, point.y());
            }
    ranges.right = std::max(ranges.right, ranges.left + 1.0);
    const double room = std::max(0.05 * (ranges.high - ranges.low), 1e-6 * std::max(1.0, std::abs(ranges.high)));
    ranges.low -= room;
    ranges.high += room;
    return ranges;
}

} // namespace

ForecastCurves::ForecastCurves(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void ForecastCurves::showTruth(Curve past, Curve future)
{
    m_past = std::move(past);
    m_future = std::move(future);
    m_forecast.clear();
    update();
}

void ForecastCurves::showForecast(Curve forecast)
{
    m_forecast = std::move(forecast);
    update();
}

QSize ForecastCurves::sizeHint() const
{
    return {Theme::instance().scaled(200), Theme::instance().scaled(curvesHeight)};
}

void ForecastCurves::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::LocaleChange)
        update();
    QWidget::changeEvent(event);
}

void ForecastCurves::paintEvent(QPaintEvent*)
{
    if (m_past.empty() && m_future.empty())
        return;
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(theme.font(TextRole::numberCaption));
    const QFontMetricsF metrics(painter.font());
    const Ranges ranges = rangesOf({&m_past, &m_future, &m_forecast});
    const QString low = significantText(ranges.low), high = significantText(ranges.high);
    const double labels = std::max(metrics.horizontalAdvance(low), metrics.horizontalAdvance(high)) + 6.0;
    const double line = metrics.height();
    const QRectF area(labels, line + 4.0, std::max(1.0, width() - labels - 4.0), std::max(1.0, height() - line - 8.0));
    const auto placed = [&](const QPointF& point) {
        return QPointF(area.left() + area.width() * (point.x() - ranges.left) / (ranges.right - ranges.left),
                       area.bottom() - area.height() * (point.y() - ranges.low) / (ranges.high - ranges.low));
    };

    painter.setPen(theme.color(Token::textMuted));
    painter.drawText(QRectF(0, area.top(), labels - 6.0, line), Qt::AlignRight | Qt::AlignTop, high);
    painter.drawText(QRectF(0, area.bottom() - line, labels - 6.0, line), Qt::AlignRight | Qt::AlignBottom, low);
    painter.setPen(QPen(theme.color(Token::line), 1));
    painter.drawRect(area);
    const double now = placed({-0.5, ranges.low}).x();
    painter.setPen(QPen(theme.color(Token::textMuted), 1, Qt::DashLine));
    if (!m_past.empty())
        painter.drawLine(QPointF(now, area.top()), QPointF(now, area.bottom()));

    const auto draw = [&](const Curve& curve, Token token, double thickness) {
        QPolygonF points;
        for (const QPointF& point : curve)
            if (std::isfinite(point.y()))
                points << placed(point);
        painter.setPen(QPen(theme.color(token), thickness));
        painter.setBrush(Qt::NoBrush);
        painter.drawPolyline(points);
        if (curve.size() > markedPoints)
            return;
        painter.setBrush(theme.color(token));
        for (const QPointF& point : points)
            painter.drawEllipse(point, 1.5, 1.5);
    };
    draw(m_past, Token::textMuted, 1.5);
    draw(m_future, Token::textSecondary, 1.5);
    draw(m_forecast, Token::accent, 2.0);

    // The legend, each name in the colour of its curve.
    double x = area.left();
    const auto name = [&](const QString& text, Token token) {
        painter.setPen(theme.color(token));
        painter.drawText(QPointF(x, metrics.ascent()), text);
        x += metrics.horizontalAdvance(text) + 12.0;
    };
    name(tr("Truth"), Token::textSecondary);
    if (!m_forecast.empty())
        name(tr("Forecast"), Token::accent);
}

} // namespace netsmith::gui
