#include "gui/attribution/importance_series.h"

#include "gui/attribution/importance_scale.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/theme.h"

#include "engine/fields/element.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace netsmith::gui {
namespace {

constexpr int laneHeight = 120; ///< of a single channel
constexpr int lowestLane = 40; ///< of one of many
constexpr int laneGap = 4;

} // namespace

ImportanceSeries::ImportanceSeries(QWidget* parent)
    : QWidget(parent)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void ImportanceSeries::show(const Importance& importance, double limit)
{
    m_importance = importance;
    m_limit = std::max(limit, 1e-30);
    m_numbers.assign(importance.values.size(), NAN);
    if (importance.input) {
        std::size_t at = 0;
        const auto height = static_cast<std::size_t>(importance.height), width = static_cast<std::size_t>(importance.width);
        data::eachElement(importance.input->spec.type, importance.input->sample(0), [&](double number) {
            m_numbers[at % height * width + at / height] = number;
            ++at;
        });
    }
    m_importance.input = nullptr;
    if (m_cell && (m_cell->x() >= m_importance.width || m_cell->y() >= channels()))
        m_cell.reset();
    updateGeometry();
    update();
    tell();
}

int ImportanceSeries::channels() const
{
    return static_cast<int>(std::min<std::int64_t>(m_importance.height, channelsAtMost));
}

QSize ImportanceSeries::sizeHint() const
{
    const Theme& theme = Theme::instance();
    const int lane = std::max(lowestLane, laneHeight / std::max(1, channels()));
    return {theme.scaled(480), channels() * (theme.scaled(lane) + laneGap)};
}

QSize ImportanceSeries::minimumSizeHint() const
{
    return {Theme::instance().scaled(160), sizeHint().height()};
}

QRectF ImportanceSeries::laneOf(int channel) const
{
    const double lane = (height() + laneGap) / static_cast<double>(std::max(1, channels()));
    return {0.0, channel * lane, static_cast<double>(width()), lane - laneGap};
}

double ImportanceSeries::numberAt(QPoint cell, const std::vector<double>& numbers) const
{
    return numbers[static_cast<std::size_t>(cell.y() * m_importance.width + cell.x())];
}

void ImportanceSeries::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::instance();
    const ImportanceScale scale;
    QPainter painter(this);
    const int steps = static_cast<int>(m_importance.width);
    for (int channel = 0; channel < channels(); ++channel) {
        const QRectF lane = laneOf(channel);
        const double step = lane.width() / steps;
        double least = INFINITY, most = -INFINITY;
        for (int x = 0; x < steps; ++x) {
            painter.fillRect(QRectF(x * step, lane.top(), step + 0.5, lane.height()),
                             scale.color(numberAt({x, channel}, m_importance.values) / m_limit));
            if (const double number = numberAt({x, channel}, m_numbers); std::isfinite(number)) {
                least = std::min(least, number);
                most = std::max(most, number);
            }
        }
        QPolygonF curve;
        for (int x = 0; x < steps; ++x)
            if (const double number = numberAt({x, channel}, m_numbers); std::isfinite(number)) {
                const double share = most > least ? (number - least) / (most - least) : 0.5;
                curve << QPointF((x + 0.5) * step, lane.bottom() - (0.1 + 0.8 * share) * lane.height());
            }
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(theme.color(Token::text), 1.5));
        painter.drawPolyline(curve);
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(theme.color(Token::line));
        painter.drawRect(lane.adjusted(0, 0, -1, -1));
    }
    if (!m_cell)
        return;
    const QRectF lane = laneOf(m_cell->y());
    const double step = lane.width() / steps;
    painter.setPen(QPen(theme.color(hasFocus() ? Token::focusRing : Token::careful), 1.5));
    painter.drawRect(QRectF(m_cell->x() * step, lane.top(), std::max(step, 2.0), lane.height() - 1));
}

void ImportanceSeries::choose(const std::optional<QPoint>& cell)
{
    if (cell == m_cell)
        return;
    m_cell = cell;
    update();
    tell();
}

void ImportanceSeries::tell()
{
    QString words;
    if (m_cell) {
        const QString step = countText(m_cell->x() + 1), importance = signedText(numberAt(*m_cell, m_importance.values));
        const QString value = significantText(numberAt(*m_cell, m_numbers), 4);
        words = m_importance.height > 1
            ? tr("Step %1, channel %2, value %3: %4").arg(step, countText(m_cell->y() + 1), value, importance)
            : tr("Step %1, value %2: %3").arg(step, value, importance);
    }
    setAccessibleDescription(words);
    Q_EMIT told(words);
}

void ImportanceSeries::mouseMoveEvent(QMouseEvent* event)
{
    for (int channel = 0; channel < channels(); ++channel)
        if (const QRectF lane = laneOf(channel); lane.contains(event->position())) {
            const double share = event->position().x() / lane.width();
            const int steps = static_cast<int>(m_importance.width);
            return choose(QPoint(std::clamp(static_cast<int>(share * steps), 0, steps - 1), channel));
        }
    choose(std::nullopt);
}

void ImportanceSeries::leaveEvent(QEvent* event)
{
    QWidget::leaveEvent(event);
    if (!hasFocus())
        choose(std::nullopt);
}

void ImportanceSeries::keyPressEvent(QKeyEvent* event)
{
    const QPoint by = event->key() == Qt::Key_Left ? QPoint(-1, 0)
        : event->key() == Qt::Key_Right            ? QPoint(1, 0)
        : event->key() == Qt::Key_Up               ? QPoint(0, -1)
        : event->key() == Qt::Key_Down             ? QPoint(0, 1)
                                                   : QPoint();
    if (by.isNull() || m_importance.values.empty())
        return QWidget::keyPressEvent(event);
    const QPoint to = m_cell.value_or(QPoint(0, 0)) + (m_cell ? by : QPoint());
    choose(QPoint(std::clamp(to.x(), 0, static_cast<int>(m_importance.width) - 1), std::clamp(to.y(), 0, channels() - 1)));
}

void ImportanceSeries::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        tell();
}

} // namespace netsmith::gui
