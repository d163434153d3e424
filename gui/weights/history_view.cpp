#include "gui/weights/history_view.h"

#include "gui/widgets/number_text.h"
#include "gui/widgets/theme.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int curveHeight = 64, countsHeight = 110;

QRgb between(QColor from, QColor to, double share)
{
    const auto part = [share](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * share)); };
    return qRgb(part(from.red(), to.red()), part(from.green(), to.green()), part(from.blue(), to.blue()));
}

} // namespace

HistoryView::HistoryView(QWidget* parent)
    : QWidget(parent)
{
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, [this] { updateGeometry(); });
    describe();
}

void HistoryView::show(const std::vector<std::int64_t>& steps, const inspect::ArrayHistory& array)
{
    m_steps = steps;
    m_array = array;
    setVisible(true);
    update();
}

void HistoryView::clear()
{
    m_steps.clear();
    m_array = {};
    setVisible(false);
}

void HistoryView::mark(std::int64_t step)
{
    if (std::exchange(m_marked, step) != step)
        update();
}

void HistoryView::describe()
{
    setAccessibleName(tr("Weights over time"));
}

std::array<HistoryView::Strip, HistoryView::strips> HistoryView::layOut() const
{
    const Theme& theme = Theme::instance();
    const QFontMetrics metrics(theme.font(TextRole::numberCaption));
    const double line = metrics.height(), gap = theme.scaled(8);
    const double left = metrics.horizontalAdvance(u"−0.0001"_s) + theme.scaled(8), wide = width() - left - theme.scaled(8);
    std::array<Strip, strips> all;
    double top = 0.0;
    for (const auto& [index, height, title] : {std::tuple{norms, curveHeight, tr("Norm, distance from start (dashed)")},
                                               {updates, curveHeight, tr("Change per step")},
                                               {numbers, countsHeight, tr("Distribution")}}) {
        all[static_cast<std::size_t>(index)] = {
            {left, top + line + theme.scaled(4), wide, static_cast<double>(theme.scaled(height))}, title};
        top = all[static_cast<std::size_t>(index)].room.bottom() + gap;
    }
    return all;
}

QSize HistoryView::sizeHint() const
{
    const Theme& theme = Theme::instance();
    const int line = QFontMetrics(theme.font(TextRole::numberCaption)).height();
    return {theme.scaled(280), static_cast<int>(layOut().back().room.bottom()) + line + theme.scaled(4)};
}

double HistoryView::xOf(std::int64_t step) const
{
    const QRectF room = layOut()[norms].room;
    if (m_steps.empty() || m_steps.front() == m_steps.back())
        return room.center().x();
    const double share = static_cast<double>(step - m_steps.front()) / static_cast<double>(m_steps.back() - m_steps.front());
    return room.left() + std::clamp(share, 0.0, 1.0) * room.width();
}

void HistoryView::paintCurve(QPainter& painter, const QRectF& room, double most, Qt::PenStyle style, const QColor& color,
                             const std::function<std::optional<double>(const inspect::WeightPoint&)>& of) const
{
    const Theme& theme = Theme::instance();
    QPolygonF line;
    for (std::size_t i = 0; i < m_steps.size(); ++i)
        if (const std::optional<double> value = of(m_array.points[i]); value && std::isfinite(*value))
            line << QPointF(xOf(m_steps[i]), room.bottom() - *value / most * room.height());
    painter.setPen(QPen(color, 1.75, style));
    painter.drawPolyline(line);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    for (const QPointF& place : line)
        painter.drawEllipse(place, theme.scaled(5) / 2.0, theme.scaled(5) / 2.0);
    painter.setBrush(Qt::NoBrush);
}

void HistoryView::paintCounts(QPainter& painter, const QRectF& room) const
{
    const Theme& theme = Theme::instance();
    const QColor ground = theme.color(Token::canvas), strong = theme.color(Token::accent);
    painter.fillRect(room, ground);
    for (std::size_t i = 0; i < m_steps.size(); ++i) {
        const std::vector<std::int64_t>& counts = m_array.counts[i];
        const auto largest = static_cast<double>(std::max<std::int64_t>(1, *std::ranges::max_element(counts)));
        // From halfway to the moment before to halfway to the next one.
        const double own = xOf(m_steps[i]);
        const double left = i == 0 ? room.left() : (xOf(m_steps[i - 1]) + own) / 2.0;
        const double right = i + 1 == m_steps.size() ? room.right() : (xOf(m_steps[i + 1]) + own) / 2.0;
        const double high = room.height() / static_cast<double>(counts.size());
        for (std::size_t bin = 0; bin < counts.size(); ++bin) {
            if (counts[bin] == 0)
                continue;
            // The root, or the few large numbers would not be seen.
            const double share = 0.12 + 0.88 * std::sqrt(static_cast<double>(counts[bin]) / largest);
            painter.fillRect(QRectF(left, room.bottom() - static_cast<double>(bin + 1) * high, right - left, high + 0.5),
                             QColor::fromRgb(between(ground, strong, share)));
        }
    }
}

void HistoryView::paintEvent(QPaintEvent*)
{
    if (m_steps.empty() || m_array.points.size() != m_steps.size())
        return;
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.setFont(theme.font(TextRole::numberCaption));
    const QFontMetrics metrics = painter.fontMetrics();
    const std::array<Strip, strips> places = layOut();
    double largestNorm = 0.0, largestUpdate = 0.0;
    for (const inspect::WeightPoint& point : m_array.points) {
        for (const double value : {point.norm, point.distance.value_or(0.0)})
            if (std::isfinite(value))
                largestNorm = std::max(largestNorm, value);
        if (point.update && std::isfinite(*point.update))
            largestUpdate = std::max(largestUpdate, *point.update);
    }
    const auto label = [&](const QRectF& room, double y, double value) {
        painter.setPen(theme.color(Token::textMuted));
        painter.drawText(QRectF(0, y - metrics.height() / 2.0, room.left() - theme.scaled(6), metrics.height()),
                         Qt::AlignRight | Qt::AlignVCenter, significantText(value));
    };
    for (const Strip& strip : places) {
        painter.setPen(theme.color(Token::textSecondary));
        painter.drawText(QRectF(0, strip.room.top() - metrics.height() - theme.scaled(4), width(), metrics.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, metrics.elidedText(strip.title, Qt::ElideRight, width()));
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    paintCounts(painter, places[numbers].room);
    label(places[numbers].room, places[numbers].room.bottom() - metrics.height() / 2.0, m_array.least);
    label(places[numbers].room, places[numbers].room.top() + metrics.height() / 2.0, m_array.most);
    for (const auto& [index, most] : {std::pair{norms, largestNorm}, {updates, largestUpdate}}) {
        const QRectF& room = places[static_cast<std::size_t>(index)].room;
        painter.setPen(theme.color(Token::grid));
        painter.drawLine(room.topLeft(), room.topRight());
        painter.setPen(theme.color(Token::line));
        painter.drawLine(room.bottomLeft(), room.bottomRight());
        label(room, room.bottom(), 0.0);
        if (most > 0.0)
            label(room, room.top() + metrics.height() / 4.0, most);
    }
    painter.setRenderHint(QPainter::Antialiasing);
    if (largestNorm > 0.0) {
        paintCurve(painter, places[norms].room, largestNorm, Qt::DashLine, theme.color(Token::validation),
                   [](const inspect::WeightPoint& point) { return point.distance; });
        paintCurve(painter, places[norms].room, largestNorm, Qt::SolidLine, theme.color(Token::accent),
                   [](const inspect::WeightPoint& point) { return std::optional(point.norm); });
    }
    if (largestUpdate > 0.0)
        paintCurve(painter, places[updates].room, largestUpdate, Qt::SolidLine, theme.color(Token::accent),
                   [](const inspect::WeightPoint& point) { return point.update; });
    const QRectF& last = places[numbers].room;
    painter.setPen(theme.color(Token::textMuted));
    const QRectF below(last.left(), last.bottom() + 2, last.width(), metrics.height() + theme.scaled(2));
    painter.drawText(below, Qt::AlignLeft | Qt::AlignVCenter, tr("step %1").arg(countText(m_steps.front())));
    if (m_steps.size() > 1)
        painter.drawText(below, Qt::AlignRight | Qt::AlignVCenter, countText(m_steps.back()));
    const auto vertical = [&](double x) { painter.drawLine(QPointF(x, places[norms].room.top()), QPointF(x, last.bottom())); };
    if (m_pointed >= 0) {
        painter.setPen(theme.color(Token::textMuted));
        vertical(xOf(m_steps[static_cast<std::size_t>(m_pointed)]));
    }
    if (m_marked >= 0) {
        painter.setPen(QPen(theme.color(Token::text), 1.5));
        vertical(xOf(m_marked));
    }
}

void HistoryView::mouseMoveEvent(QMouseEvent* event)
{
    m_pointed = -1;
    for (std::size_t i = 0; i < m_steps.size(); ++i)
        if (m_pointed < 0
            || std::abs(xOf(m_steps[i]) - event->position().x())
                < std::abs(xOf(m_steps[static_cast<std::size_t>(m_pointed)]) - event->position().x()))
            m_pointed = static_cast<int>(i);
    QString words;
    if (m_pointed >= 0) {
        const inspect::WeightPoint& point = m_array.points[static_cast<std::size_t>(m_pointed)];
        const auto text = [](const std::optional<double>& value) {
            return value && std::isfinite(*value) ? significantText(*value, 4) : u"–"_s;
        };
        words = tr("Step %1: norm %2, distance from the first weights %3, change per step %4, RMS %5")
                    .arg(countText(m_steps[static_cast<std::size_t>(m_pointed)]), text(point.norm), text(point.distance),
                         text(point.update), text(point.rms));
        if (point.notFinite > 0)
            words += u" · "_s + tr("%1 not finite").arg(countText(point.notFinite));
    }
    Q_EMIT pointed(words);
    update();
}

void HistoryView::leaveEvent(QEvent*)
{
    m_pointed = -1;
    Q_EMIT pointed({});
    update();
}

void HistoryView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        describe();
        update();
    }
}

} // namespace netsmith::gui
