#include "gui/embedding/embedding_view.h"

#include "gui/widgets/number_text.h"
#include "gui/widgets/theme.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLinearGradient>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int margin = 20; ///< pixels around the points
constexpr double nearPixels = 10.0;
constexpr double widestLegend = 0.3; ///< of the width
constexpr int leastWidthWithLegend = 320;
constexpr double zoomStep = 1.25;
constexpr double mostZoom = 1e6; ///< pixels a unit
constexpr int entryHeight = 20;
constexpr int swatch = 18; ///< the width before a name
constexpr int dimmed = 46; ///< alpha of what does not stand out

} // namespace

EmbeddingView::EmbeddingView(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(u"embeddingView"_s);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

QSize EmbeddingView::minimumSizeHint() const
{
    return {Theme::instance().scaled(240), Theme::instance().scaled(220)};
}

void EmbeddingView::setPalette(PointPalette palette, bool areSame)
{
    m_palette = std::move(palette);
    update();
    if (areSame)
        return;
    m_points.reset();
    m_hovered.reset();
    m_raised = -1;
    m_isZoomed = false;
    choose(std::nullopt);
}

void EmbeddingView::setPoints(Points points)
{
    if (points == m_points)
        return;
    m_points = std::move(points);
    if (!m_isZoomed)
        fit();
    update();
}

void EmbeddingView::choose(std::optional<std::size_t> point)
{
    const bool isOther = std::exchange(m_chosen, point) != point;
    update();
    if (isOther)
        Q_EMIT pointChosen();
}

void EmbeddingView::raiseEntry(int entry)
{
    m_raised = entry < static_cast<int>(m_palette.entries().size()) ? entry : -1;
    update();
}

void EmbeddingView::showAll()
{
    m_isZoomed = false;
    fit();
    update();
}

QRectF EmbeddingView::legendArea() const
{
    const Theme& theme = Theme::instance();
    const bool any = m_palette.isScale() || !m_palette.entries().empty();
    if (!any || width() < theme.scaled(leastWidthWithLegend))
        return {};
    const QFontMetrics metrics(theme.font(TextRole::caption));
    int widest = metrics.horizontalAdvance(u"−0.0000"_s);
    for (const PointPalette::Entry& entry : m_palette.entries())
        widest = std::max(widest, metrics.horizontalAdvance(entry.name));
    if (m_palette.anyWrong())
        widest = std::max(widest, metrics.horizontalAdvance(tr("predicted wrongly")));
    const double wide = std::min<double>(widest + theme.scaled(swatch) + 8, width() * widestLegend);
    return {width() - wide, 0.0, wide, static_cast<double>(height())};
}

QRectF EmbeddingView::area() const
{
    return QRectF(rect()).adjusted(0, 0, -legendArea().width(), 0);
}

void EmbeddingView::fit()
{
    if (!m_points || m_points->empty())
        return;
    const auto [left, right] = std::ranges::minmax(*m_points, {}, &inspect::PlanePoint::x);
    const auto [bottom, top] = std::ranges::minmax(*m_points, {}, &inspect::PlanePoint::y);
    m_centre = {(left.x + right.x) / 2.0, (bottom.y + top.y) / 2.0};
    const QRectF place = area().adjusted(margin, margin, -margin, -margin);
    const auto scaleFor = [](double pixels, double range) { return range > 0.0 ? pixels / range : INFINITY; };
    const double scale = std::min(scaleFor(place.width(), right.x - left.x), scaleFor(place.height(), top.y - bottom.y));
    m_scale = std::isfinite(scale) && scale > 0.0 ? scale : 1.0;
}

QPointF EmbeddingView::placeOf(std::size_t point) const
{
    const inspect::PlanePoint& at = (*m_points)[point];
    return area().center() + QPointF((at.x - m_centre.x()) * m_scale, -(at.y - m_centre.y()) * m_scale);
}

double EmbeddingView::pointSide() const
{
    const double count = m_points ? static_cast<double>(m_points->size()) : 0.0;
    return Theme::instance().scaled(100) / 100.0 * (count > 4000.0 ? 4.5 : count > 1000.0 ? 6.0 : 8.0);
}

std::optional<std::size_t> EmbeddingView::pointAt(const QPointF& place) const
{
    if (!m_points || !area().contains(place))
        return std::nullopt;
    std::optional<std::size_t> nearest;
    double least = nearPixels * nearPixels;
    for (std::size_t i = 0; i < m_points->size(); ++i) {
        const QPointF away = placeOf(i) - place;
        const double distance = QPointF::dotProduct(away, away);
        if (distance < least) {
            least = distance;
            nearest = i;
        }
    }
    return nearest;
}

QRectF EmbeddingView::placeOfEntry(int entry) const
{
    const QRectF legend = legendArea();
    const double line = Theme::instance().scaled(entryHeight);
    return {legend.left(), margin / 2.0 + line * entry, legend.width(), line};
}

int EmbeddingView::entryAt(const QPointF& place) const
{
    for (int i = 0; i < static_cast<int>(m_palette.entries().size()); ++i)
        if (placeOfEntry(i).contains(place))
            return i;
    return -1;
}

void EmbeddingView::draw(QPainter& painter) const
{
    painter.fillRect(rect(), Theme::instance().color(Token::panel));
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_points) {
        painter.save();
        painter.setClipRect(area());
        drawPoints(painter);
        painter.restore();
    }
    if (!legendArea().isEmpty())
        m_palette.isScale() ? drawScale(painter) : drawLegend(painter);
}

void EmbeddingView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    draw(painter);
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(Theme::instance().color(Token::focusRing), 1));
        painter.drawRect(area().adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

void EmbeddingView::drawPoints(QPainter& painter) const
{
    const Theme& theme = Theme::instance();
    const double side = pointSide();
    const QColor ground = theme.color(Token::panel);
    const auto drawOne = [&](std::size_t i, int alpha) {
        QColor color = m_palette.colorOf(i);
        color.setAlpha(alpha);
        painter.setBrush(color);
        QColor edge = ground;
        edge.setAlpha(alpha);
        painter.setPen(QPen(edge, 0.6));
        PointPalette::draw(painter, placeOf(i), m_palette.shapeOfMark(m_palette.markOf(i)), side);
    };
    const auto standsOut = [&](std::size_t i) { return m_raised < 0 || m_palette.markOf(i) == m_raised; };
    for (const bool raised : {false, true}) // what stands out above the others
        for (std::size_t i = 0; i < m_points->size(); ++i)
            if (standsOut(i) == raised)
                drawOne(i, raised ? 230 : dimmed);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.color(Token::text), 1.2));
    for (std::size_t i = 0; i < m_points->size(); ++i)
        if (m_palette.isWrong(i) && standsOut(i))
            painter.drawEllipse(placeOf(i), side * 0.9, side * 0.9);
    const auto ring = [&](std::size_t i, Token token, double wide) {
        drawOne(i, 255);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.color(token), wide));
        painter.drawEllipse(placeOf(i), side * 1.3, side * 1.3);
    };
    if (m_hovered && *m_hovered < m_points->size())
        ring(*m_hovered, Token::textSecondary, 1.5);
    if (m_chosen && *m_chosen < m_points->size())
        ring(*m_chosen, Token::focusRing, 2.5);
}

void EmbeddingView::drawLegend(QPainter& painter) const
{
    const Theme& theme = Theme::instance();
    painter.setFont(theme.font(TextRole::caption));
    const QFontMetrics metrics(painter.font());
    const double room = theme.scaled(swatch);
    const int count = static_cast<int>(m_palette.entries().size());
    const auto name = [&](const QRectF& place, const QString& text, Token token) {
        painter.setPen(theme.color(token));
        painter.drawText(place.adjusted(room, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(text, Qt::ElideRight, static_cast<int>(place.width() - room)));
    };
    for (int i = 0; i < count; ++i) {
        const PointPalette::Entry& entry = m_palette.entries()[static_cast<std::size_t>(i)];
        const QRectF place = placeOfEntry(i);
        if (place.bottom() > height())
            return;
        painter.setBrush(m_palette.colorOfMark(entry.mark));
        painter.setPen(Qt::NoPen);
        PointPalette::draw(painter, {place.left() + room / 2.0 - 1.0, place.center().y()}, m_palette.shapeOfMark(entry.mark),
                           theme.scaled(8));
        name(place, entry.name, m_raised == i ? Token::text : m_raised < 0 ? Token::textSecondary : Token::textMuted);
    }
    const QRectF place = placeOfEntry(count).translated(0, theme.scaled(6));
    if (!m_palette.anyWrong() || place.bottom() > height())
        return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.color(Token::text), 1.2));
    painter.drawEllipse(QPointF(place.left() + room / 2.0 - 1.0, place.center().y()), theme.scaled(4), theme.scaled(4));
    name(place, tr("predicted wrongly"), Token::textSecondary);
}

void EmbeddingView::drawScale(QPainter& painter) const
{
    constexpr int stops = 16;
    const Theme& theme = Theme::instance();
    const QRectF legend = legendArea();
    painter.setFont(theme.font(TextRole::numberCaption));
    const double line = theme.scaled(entryHeight);
    const QRectF bar(legend.left() + 2, margin / 2.0 + line, theme.scaled(12), std::min(height() - 2.0 * line - margin, 180.0));
    if (bar.height() <= 0.0)
        return;
    QLinearGradient gradient(bar.bottomLeft(), bar.topLeft());
    for (int i = 0; i <= stops; ++i)
        gradient.setColorAt(static_cast<double>(i) / stops, PointPalette::colorOnScale(static_cast<double>(i) / stops));
    painter.fillRect(bar, gradient);
    painter.setPen(theme.color(Token::textSecondary));
    const auto number = [&](double top, double value) {
        painter.drawText(QRectF(legend.left(), top, legend.width(), line), Qt::AlignLeft | Qt::AlignVCenter,
                         significantText(value, 4));
    };
    number(bar.top() - line, m_palette.most());
    number(bar.bottom(), m_palette.least());
}

void EmbeddingView::zoom(double factor, const QPointF& at)
{
    if (!m_points || m_points->empty())
        return;
    const double scale = std::clamp(m_scale * factor, 1e-9, mostZoom);
    const QPointF away = at - area().center();
    m_centre += QPointF(away.x(), -away.y()) * (1.0 / m_scale - 1.0 / scale); // what is there stays there
    m_scale = scale;
    m_isZoomed = true;
    update();
}

void EmbeddingView::hover(std::optional<std::size_t> point)
{
    if (std::exchange(m_hovered, point) == point)
        return;
    update();
    Q_EMIT pointHovered();
}

void EmbeddingView::step(double dx, double dy)
{
    if (!m_points || m_points->empty())
        return;
    const QPointF from = m_chosen ? placeOf(*m_chosen) : area().center();
    std::optional<std::size_t> next;
    double least = INFINITY;
    for (std::size_t i = 0; i < m_points->size(); ++i) {
        if (m_chosen == i)
            continue;
        const QPointF way = placeOf(i) - from;
        const double along = way.x() * dx + way.y() * dy, beside = std::abs(way.x() * dy - way.y() * dx);
        const double cost = m_chosen ? along + 2.0 * beside : std::hypot(way.x(), way.y());
        if ((!m_chosen || along > beside) && cost < least) {
            least = cost;
            next = i;
        }
    }
    if (next)
        choose(next);
}

bool EmbeddingView::event(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        update();
    return QWidget::event(event);
}

void EmbeddingView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (!m_isZoomed)
        fit();
}

void EmbeddingView::wheelEvent(QWheelEvent* event)
{
    if (area().contains(event->position()) && event->angleDelta().y() != 0)
        zoom(std::pow(zoomStep, event->angleDelta().y() / 120.0), event->position());
    event->accept(); // the page does not scroll meanwhile
}

void EmbeddingView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    if (const int entry = entryAt(event->position()); entry >= 0) {
        raiseEntry(entry == m_raised ? -1 : entry);
        return;
    }
    m_pressed = m_panned = event->position();
}

void EmbeddingView::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_pressed) {
        hover(pointAt(event->position()));
        setCursor(entryAt(event->position()) >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
        return;
    }
    m_isPanning = m_isPanning || (event->position() - *m_pressed).manhattanLength() >= QApplication::startDragDistance();
    if (!m_isPanning || !m_points)
        return;
    const QPointF moved = event->position() - m_panned;
    m_panned = event->position();
    m_centre -= QPointF(moved.x(), -moved.y()) / m_scale;
    m_isZoomed = true;
    update();
}

void EmbeddingView::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_pressed)
        return;
    if (!m_isPanning)
        choose(pointAt(event->position()));
    m_pressed.reset();
    m_isPanning = false;
}

void EmbeddingView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && entryAt(event->position()) < 0)
        showAll();
}

void EmbeddingView::leaveEvent(QEvent* event)
{
    QWidget::leaveEvent(event);
    hover(std::nullopt);
}

void EmbeddingView::keyPressEvent(QKeyEvent* event)
{
    const int entries = static_cast<int>(m_palette.entries().size());
    switch (event->key()) {
    case Qt::Key_Left: step(-1.0, 0.0); break;
    case Qt::Key_Right: step(1.0, 0.0); break;
    case Qt::Key_Up: step(0.0, -1.0); break;
    case Qt::Key_Down: step(0.0, 1.0); break;
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoom(zoomStep, m_chosen ? placeOf(*m_chosen) : area().center()); break;
    case Qt::Key_Minus: zoom(1.0 / zoomStep, area().center()); break;
    case Qt::Key_0:
    case Qt::Key_Home: showAll(); break;
    case Qt::Key_PageDown: raiseEntry(m_raised + 1 < entries ? m_raised + 1 : -1); break;
    case Qt::Key_PageUp: raiseEntry(m_raised < 0 ? entries - 1 : m_raised - 1); break;
    case Qt::Key_Escape: choose(std::nullopt); break;
    default: QWidget::keyPressEvent(event);
    }
}

} // namespace netsmith::gui
