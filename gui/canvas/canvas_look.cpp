#include "gui/canvas/canvas_look.h"

#include "gui/canvas/network_tint.h"
#include "gui/document/graph_edits.h"
#include "gui/widgets/fonts.h"
#include "gui/widgets/icon.h"
#include "gui/widgets/theme.h"

#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>

#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr double cornerRadius = 9.0; // of wires

quint64 keyOf(const NodeFrame& frame, const QString& icon)
{
    quint64 key = qHash(icon) << 8 | static_cast<quint64>(frame.category); // some categories share a colour
    key = key << 8 | frame.inputs;
    key = key << 8 | frame.outputs;
    for (const bool flag : {frame.selected, frame.hovered, frame.wrong, frame.doubtful, frame.lastIsOptional, frame.frozen})
        key = key << 1 | static_cast<quint64>(flag);
    return key << 3 | frame.tint;
}

/// Whether the painter draws on a device without pixels.
bool drawsLines(const QPainter& painter)
{
    const QPaintEngine::Type type = painter.paintEngine()->type();
    return type == QPaintEngine::SVG || type == QPaintEngine::Pdf;
}

/// Through these points, with rounded corners.
QPainterPath roundedPath(const QPointF* points, qsizetype count, double radius)
{
    QPainterPath path(points[0]);
    for (qsizetype i = 1; i + 1 < count; ++i) {
        const QLineF in(points[i], points[i - 1]), out(points[i], points[i + 1]);
        const double reach = std::min({radius, in.length(), i + 2 < count ? out.length() / 2.0 : out.length()});
        if (in.length() == 0.0 || out.length() == 0.0)
            continue;
        path.lineTo(in.pointAt(reach / in.length()));
        path.quadTo(points[i], out.pointAt(reach / out.length()));
    }
    path.lineTo(points[count - 1]);
    return path;
}

QPixmap blank(QSizeF size, double pixelScale)
{
    QPixmap pixmap((size * pixelScale).toSize() + QSize(2, 2));
    pixmap.fill(Qt::transparent);
    return pixmap;
}

void paintPort(QPainter& painter, QPointF centre, double radius, const QColor& ground, const QColor& line)
{
    painter.setBrush(ground);
    painter.setPen(QPen(line, 1.4));
    painter.drawEllipse(centre, radius - 0.7, radius - 0.7);
}

/// How far below the upper edge of a node this one of `count` ports is.
double spread(int index, int count)
{
    return std::round(nodeSize.y() * (index + 1) / (count + 1));
}

} // namespace

Detail detailAt(double scale)
{
    return scale >= 0.62 ? Detail::full : scale >= 0.45 ? Detail::lines : scale >= 0.2 ? Detail::names : Detail::blocks;
}

double textGrowth(double scale)
{
    constexpr double readable = 0.72; // the scale at which texts of the design size are still readable
    constexpr double step = 8.0; // coarse steps, so that zooming lays out few texts
    return scale >= readable ? 1.0 : std::ceil(readable / scale * step) / step;
}

QPointF inputPlace(int index, int count, bool lastIsOptional)
{
    constexpr double low = 12.0; // from the lower edge: clear of a port in the middle
    if (lastIsOptional && index == count - 1)
        return {0.0, nodeSize.y() - low};
    return {0.0, spread(index, lastIsOptional ? count - 1 : count)};
}

QPointF outputPlace(int index, int count)
{
    return {nodeSize.x(), spread(index, count)};
}

CanvasLook::CanvasLook()
{
    renew();
}

void CanvasLook::renew()
{
    for (std::size_t i = 0; i < m_colors.size(); ++i) {
        m_colors[i] = Theme::instance().color(static_cast<Token>(i));
        m_hairlines[i] = QPen(m_colors[i], 0.0);
    }
    // Texts are scaled with their nodes, so here they have the design size.
    m_titleFont = fontFor(TextRole::bodyStrong, 100);
    m_detailFont = fontFor(TextRole::caption, 100);
    m_numberFont = fontFor(TextRole::numberCaption, 100);
    m_noteFont = fontFor(TextRole::body, 100);
    m_grownFonts.clear();
    m_pixelScale = 0.0;
}

const QFont& CanvasLook::grown(int which, const QFont& font, double growth)
{
    if (growth == 1.0)
        return font;
    const auto [place, isNew] = m_grownFonts.try_emplace({which, std::round(growth * 32.0)}, font); // few of them
    if (isNew && font.pixelSize() > 0)
        place->second.setPixelSize(static_cast<int>(std::lround(font.pixelSize() * growth)));
    else if (isNew)
        place->second.setPointSizeF(font.pointSizeF() * growth);
    return place->second;
}

void CanvasLook::keepScale(double pixelScale, double ratio)
{
    if (pixelScale == m_pixelScale && ratio == m_ratio)
        return;
    m_pixelScale = pixelScale;
    m_ratio = ratio;
    m_frames.clear();
    m_ports.clear();
    m_corners.clear();
}

QPointF CanvasLook::toPixel(QPointF point, double ratio)
{
    return {std::floor(point.x() * ratio + 0.5) / ratio, std::floor(point.y() * ratio + 0.5) / ratio};
}

void CanvasLook::drawFrame(QPainter& painter, QPointF origin, double scale, const NodeFrame& what, const QString& icon)
{
    if (drawsLines(painter)) {
        painter.save();
        painter.translate(origin);
        painter.scale(scale, scale);
        paintFrame(painter, what, icon, scale, 1.0 / scale);
        painter.restore();
        return;
    }
    const double ratio = painter.device()->devicePixelRatioF();
    const QPointF at = toPixel(origin, ratio);
    const double outside = std::ceil(nodeLook::around * scale * ratio) / ratio;
    painter.drawPixmap(at - QPointF(outside, outside), frame(what, icon, scale * ratio, ratio));
}

const QPixmap& CanvasLook::frame(const NodeFrame& what, const QString& icon, double pixelScale, double ratio)
{
    keepScale(pixelScale, ratio);
    const auto found = m_frames.constFind(keyOf(what, icon));
    if (found != m_frames.constEnd())
        return *found;

    const double outside = std::ceil(nodeLook::around * pixelScale);
    QPixmap pixmap = blank(QSizeF(nodeSize.x() + 2.0 * nodeLook::around, nodeSize.y() + 2.0 * nodeLook::around), pixelScale);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(outside, outside);
    painter.scale(pixelScale, pixelScale);
    paintFrame(painter, what, icon, pixelScale / ratio, 1.0 / pixelScale);
    painter.end();
    pixmap.setDevicePixelRatio(ratio);
    return *m_frames.insert(keyOf(what, icon), pixmap);
}

/// In scene units; `pixel`: the least width of a line.
void CanvasLook::paintFrame(QPainter& painter, const NodeFrame& what, const QString& icon, double scale, double pixel) const
{
    const Detail detail = detailAt(scale);
    const bool full = detail == Detail::full || detail == Detail::lines;
    const double width = std::max(pixel, what.selected || what.tint > 0 ? 2.0 : what.wrong || what.doubtful ? 1.5 : 1.0);
    const Token line = what.selected  ? Token::accent
        : what.wrong                  ? Token::bad
        : what.doubtful               ? Token::careful
        : what.tint > 0               ? tintToken(what.tint - 1)
        : what.hovered || what.frozen ? Token::controlBorder
                                      : Token::line;
    const QRectF rectangle(0.0, 0.0, nodeSize.x(), nodeSize.y());
    QPen outline(color(line), width);
    if (what.frozen)
        outline.setDashPattern({4.0 / width, 3.0 / width});
    painter.setPen(outline);
    painter.setBrush(color(Token::node));
    painter.drawRoundedRect(rectangle.adjusted(width / 2, width / 2, -width / 2, -width / 2), nodeLook::radius, nodeLook::radius);

    painter.setPen(Qt::NoPen);
    painter.setBrush(color(what.category));
    if (full) {
        painter.drawRoundedRect(QRectF(0.0, 9.0, 4.0, nodeSize.y() - 18.0), 2.0, 2.0);
        paintIcon(painter, QRectF(nodeLook::textLeft - 1.0, 10.0, nodeLook::iconSize, nodeLook::iconSize), icon,
                  color(what.category));
        for (int i = 0; i < what.inputs; ++i)
            paintPort(painter, inputPlace(i, what.inputs, what.lastIsOptional),
                      what.lastIsOptional && i == what.inputs - 1 ? nodeLook::optionalRadius : nodeLook::portRadius,
                      color(Token::canvas), color(Token::wire));
        for (int i = 0; i < what.outputs; ++i)
            paintPort(painter, outputPlace(i, what.outputs), nodeLook::portRadius, color(Token::canvas), color(Token::wire));
    } else {
        painter.drawRoundedRect(QRectF(0.0, 8.0, 8.0, nodeSize.y() - 16.0), 3.0, 3.0);
    }
    // State is never shown by colour only.
    const auto paintBadge = [&](double left, double size, const QString& picture, Token token) {
        const QRectF badge(left, -size / 2.0 + 1.0, size, size);
        painter.setPen(Qt::NoPen);
        painter.setBrush(color(Token::canvas));
        painter.drawEllipse(badge.adjusted(-1.0, -1.0, 1.0, 1.0));
        paintIcon(painter, badge, picture, color(token));
    };
    const double size = full ? 14.0 : 22.0;
    if (what.frozen)
        paintBadge(-5.0, full ? 16.0 : 22.0, u"freeze"_s, Token::text);
    if (what.wrong || what.doubtful)
        paintBadge(nodeSize.x() - size + 5.0, size, what.wrong ? u"error"_s : u"warning"_s,
                   what.wrong ? Token::bad : Token::careful);
}

void CanvasLook::drawPort(QPainter& painter, QPointF centre, double scale, Token token, double radius)
{
    const double ratio = painter.device()->devicePixelRatioF();
    const double outside = std::ceil((radius + 1.0) * scale * ratio) / ratio;
    painter.drawPixmap(toPixel(centre, ratio) - QPointF(outside, outside), port(token, radius, scale * ratio, ratio));
}

const QPixmap& CanvasLook::port(Token token, double radius, double pixelScale, double ratio)
{
    keepScale(pixelScale, ratio);
    const quint64 key = static_cast<quint64>(token) << 32 | static_cast<quint64>(radius * 16.0);
    const auto found = m_ports.constFind(key);
    if (found != m_ports.constEnd())
        return *found;
    const double outside = std::ceil((radius + 1.0) * pixelScale);
    QPixmap pixmap = blank(QSizeF(2.0 * radius + 2.0, 2.0 * radius + 2.0), pixelScale);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(outside, outside);
    painter.scale(pixelScale, pixelScale);
    paintPort(painter, {}, radius, color(token), color(Token::canvas));
    painter.end();
    pixmap.setDevicePixelRatio(ratio);
    return *m_ports.insert(key, pixmap);
}

const QPixmap& CanvasLook::corner(Token token, int radius, int width, bool right, bool below, double ratio)
{
    const quint64 key = static_cast<quint64>(token) << 34 | static_cast<quint64>(radius) << 10 | static_cast<quint64>(width) << 2
        | static_cast<quint64>(right) << 1 | static_cast<quint64>(below);
    const auto found = m_corners.constFind(key);
    if (found != m_corners.constEnd())
        return *found;
    // A quarter circle centred right of or below the corner, in a square that the lines enter at `width` / 2.
    const int size = radius + width;
    QPixmap pixmap(size, size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color(token), width, Qt::SolidLine, Qt::FlatCap));
    const double half = width / 2.0;
    const QPointF middle(right ? size : 0.0, below ? size : 0.0);
    const double reach = size - half;
    const int start = right ? (below ? 90 : 180) : (below ? 0 : 270);
    painter.drawArc(QRectF(middle - QPointF(reach, reach), middle + QPointF(reach, reach)), start * 16, 90 * 16);
    painter.end();
    pixmap.setDevicePixelRatio(ratio);
    return *m_corners.insert(key, pixmap);
}

void CanvasLook::drawWire(QPainter& painter, const QPointF* points, qsizetype count, double scale, double width, Token token)
{
    if (drawsLines(painter)) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(color(token), width * scale, Qt::SolidLine, Qt::FlatCap));
        painter.drawPath(roundedPath(points, count, cornerRadius * scale));
        return;
    }
    const double ratio = painter.device()->devicePixelRatioF();
    keepScale(scale * ratio, ratio);
    const int thickness = std::max(1, static_cast<int>(std::lround(width * scale * ratio)));
    const int before = thickness / 2; // of the thickness: to the left of or above the centre line
    const QColor& ink = color(token);
    const auto pixel = [ratio](QPointF point) {
        return QPoint(static_cast<int>(std::floor(point.x() * ratio + 0.5)), static_cast<int>(std::floor(point.y() * ratio + 0.5)));
    };
    const auto sign = [](int value) { return (value > 0) - (value < 0); };
    // In device pixels; `from` is where the part not yet drawn begins.
    QPoint from = pixel(points[0]);
    for (qsizetype i = 1; i < count; ++i) {
        const QPoint bend = pixel(points[i]);
        const QPoint way(sign(bend.x() - from.x()), sign(bend.y() - from.y()));
        QPoint until = bend;
        QPoint next = bend;
        if (i + 1 < count) {
            const QPoint after = pixel(points[i + 1]);
            const QPoint on(sign(after.x() - bend.x()), sign(after.y() - bend.y()));
            const int here = (bend - from).manhattanLength();
            const int there = (after - bend).manhattanLength() / (i + 2 < count ? 2 : 1);
            const int radius = std::min({static_cast<int>(std::lround(cornerRadius * scale * ratio)), here, there});
            const bool turns = (way.x() != 0) != (on.x() != 0);
            if (radius > 1 && turns) {
                const bool right = way.x() != 0 ? way.x() < 0 : on.x() > 0;
                const bool below = way.y() != 0 ? way.y() < 0 : on.y() > 0;
                until = bend - way * radius;
                next = bend + on * radius;
                // The square's corner is where the outer edges of the bend's lines meet.
                const int x = right ? bend.x() - before : bend.x() - before - radius;
                const int y = below ? bend.y() - before : bend.y() - before - radius;
                painter.drawPixmap(QPointF(x, y) / ratio, corner(token, radius, thickness, right, below, ratio));
            } else {
                until = bend + way * (thickness - before); // fills a sharp bend
                next = bend;
            }
        }
        QRect line(QPoint(std::min(from.x(), until.x()), std::min(from.y(), until.y())),
                   QPoint(std::max(from.x(), until.x()), std::max(from.y(), until.y())));
        line = way.x() != 0 ? QRect(line.left(), line.top() - before, line.width() - 1, thickness)
                            : QRect(line.left() - before, line.top(), thickness, line.height() - 1);
        if (!line.isEmpty())
            painter.fillRect(QRectF(QPointF(line.topLeft()) / ratio, QSizeF(line.size()) / ratio), ink);
        from = next;
    }
}

} // namespace netsmith::gui
