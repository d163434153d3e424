#include "gui/attribution/importance_picture.h"

#include "gui/attribution/importance_scale.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace netsmith::gui {
namespace {

constexpr int pictureSide = 360; ///< in a window of its first size
constexpr int largestSide = 640;
constexpr int smallestSide = 120;
constexpr int betweenPictures = 16;

} // namespace

ImportancePicture::ImportancePicture(QWidget* parent)
    : QWidget(parent)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void ImportancePicture::show(const Importance& importance, double limit)
{
    const bool isOther = importance.width != m_importance.width || importance.height != m_importance.height;
    m_importance = importance;
    m_sample = importance.input ? pictureOfInput(*importance.input) : QImage();
    m_importance.input = nullptr;
    m_limit = std::max(limit, 1e-30);
    if (isOther) {
        m_cell.reset();
        updateGeometry();
    }
    update();
    tell();
}

void ImportancePicture::setBlend(double blend)
{
    m_blend = std::clamp(blend, 0.0, 1.0);
    update();
}

ImportancePicture::Places ImportancePicture::placesIn(int width) const
{
    const Theme& theme = Theme::instance();
    const int gap = theme.scaled(betweenPictures);
    const QSizeF shape = m_sample.isNull() ? QSizeF(static_cast<double>(std::max<std::int64_t>(1, m_importance.width)),
                                                    static_cast<double>(std::max<std::int64_t>(1, m_importance.height)))
                                           : QSizeF(m_sample.size());
    const bool stacked = width < 2 * theme.scaled(smallestSide) + gap;
    const double room = std::min<double>(theme.scaled(largestSide), stacked ? width : (width - gap) / 2.0);
    const QSizeF size = shape.scaled(room, room, Qt::KeepAspectRatio);
    const QRectF sample(QPointF(0.0, 0.0), size);
    if (m_sample.isNull())
        return {{}, sample};
    return {sample, stacked ? sample.translated(0.0, size.height() + gap) : sample.translated(size.width() + gap, 0.0)};
}

QSize ImportancePicture::sizeHint() const
{
    const Theme& theme = Theme::instance();
    const int width = 2 * theme.scaled(pictureSide) + theme.scaled(betweenPictures);
    return {width, heightForWidth(width)};
}

QSize ImportancePicture::minimumSizeHint() const
{
    const int side = Theme::instance().scaled(smallestSide);
    return {side, side};
}

int ImportancePicture::heightForWidth(int width) const
{
    return static_cast<int>(std::ceil(placesIn(width).map.bottom())) + 2;
}

QRectF ImportancePicture::cellRectangle(QPoint cell) const
{
    const QRectF map = placesIn(width()).map;
    const double across = map.width() / static_cast<double>(m_importance.width);
    const double down = map.height() / static_cast<double>(m_importance.height);
    return {map.left() + cell.x() * across, map.top() + cell.y() * down, across, down};
}

QImage ImportancePicture::mapImage() const
{
    const ImportanceScale scale;
    const double strength = std::min(1.0, 2.0 * m_blend);
    QImage map(static_cast<int>(m_importance.width), static_cast<int>(m_importance.height), QImage::Format_ARGB32);
    for (int y = 0; y < map.height(); ++y)
        for (int x = 0; x < map.width(); ++x) {
            const double value = m_importance.values[static_cast<std::size_t>(y * m_importance.width + x)];
            map.setPixelColor(x, y, scale.over(value / m_limit, strength));
        }
    return map.convertToFormat(QImage::Format_ARGB32_Premultiplied);
}

void ImportancePicture::paintEvent(QPaintEvent*)
{
    if (m_importance.values.empty())
        return;
    const Theme& theme = Theme::instance();
    const Places places = placesIn(width());
    QPainter painter(this);
    const auto draw = [&](const QRectF& place, const QImage& image, bool smooth) {
        painter.setRenderHint(QPainter::SmoothPixmapTransform, smooth || image.width() > place.width());
        painter.drawImage(place, image);
    };
    if (!m_sample.isNull())
        draw(places.sample, m_sample, false);
    painter.fillRect(places.map, theme.color(Token::canvas));
    if (!m_sample.isNull()) { // in grey, so that all colours are those of the map
        painter.setOpacity(std::min(1.0, 2.0 * (1.0 - m_blend)));
        draw(places.map, m_sample.convertToFormat(QImage::Format_Grayscale8), false);
        painter.setOpacity(1.0);
    }
    draw(places.map, mapImage(), m_importance.isSmooth);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(theme.color(Token::line));
    for (const QRectF& place : {places.sample, places.map})
        if (!place.isEmpty())
            painter.drawRect(place.adjusted(0.5, 0.5, -0.5, -0.5));
    if (!m_cell)
        return;
    const QRectF cell = cellRectangle(*m_cell);
    const QPen pens[] = {QPen(theme.color(Token::canvas), 3.0), QPen(theme.color(Token::careful), 1.5)};
    for (const QPen& pen : pens) { // seen on every colour
        painter.setPen(pen);
        painter.drawRect(cell);
        if (!m_sample.isNull())
            painter.drawRect(cell.translated(places.sample.topLeft() - places.map.topLeft()));
    }
    if (hasFocus()) {
        painter.setPen(QPen(theme.color(Token::focusRing), 2.0));
        painter.drawRect(places.map.adjusted(1, 1, -1, -1));
    }
}

void ImportancePicture::choose(const std::optional<QPoint>& cell)
{
    if (cell == m_cell)
        return;
    m_cell = cell;
    update();
    tell();
}

void ImportancePicture::tell()
{
    QString words;
    if (m_cell)
        words = tr("Row %1, column %2: %3")
                    .arg(countText(m_cell->y() + 1), countText(m_cell->x() + 1),
                         signedText(m_importance.values[static_cast<std::size_t>(m_cell->y() * m_importance.width + m_cell->x())]));
    setAccessibleDescription(words);
    Q_EMIT told(words);
}

void ImportancePicture::mouseMoveEvent(QMouseEvent* event)
{
    if (m_importance.values.empty())
        return;
    const Places places = placesIn(width());
    const QPointF at = event->position();
    const QRectF place = places.map.contains(at) ? places.map : places.sample;
    if (!place.contains(at))
        return choose(std::nullopt);
    const auto part = [](double offset, double length, std::int64_t cells) {
        return std::clamp(static_cast<int>(offset / length * static_cast<double>(cells)), 0, static_cast<int>(cells) - 1);
    };
    choose(QPoint(part(at.x() - place.left(), place.width(), m_importance.width),
                  part(at.y() - place.top(), place.height(), m_importance.height)));
}

void ImportancePicture::leaveEvent(QEvent* event)
{
    QWidget::leaveEvent(event);
    if (!hasFocus())
        choose(std::nullopt);
}

void ImportancePicture::keyPressEvent(QKeyEvent* event)
{
    const QPoint by = event->key() == Qt::Key_Left ? QPoint(-1, 0)
        : event->key() == Qt::Key_Right            ? QPoint(1, 0)
        : event->key() == Qt::Key_Up               ? QPoint(0, -1)
        : event->key() == Qt::Key_Down             ? QPoint(0, 1)
                                                   : QPoint();
    if (by.isNull() || m_importance.values.empty())
        return QWidget::keyPressEvent(event);
    const QPoint last(static_cast<int>(m_importance.width) - 1, static_cast<int>(m_importance.height) - 1);
    const QPoint to = m_cell ? *m_cell + by : QPoint(last.x() / 2, last.y() / 2);
    choose(QPoint(std::clamp(to.x(), 0, last.x()), std::clamp(to.y(), 0, last.y())));
}

void ImportancePicture::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        tell();
}

} // namespace netsmith::gui
