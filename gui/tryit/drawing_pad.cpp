#include "gui/tryit/drawing_pad.h"

#include "gui/widgets/theme.h"

#include <QFontInfo>
#include <QMouseEvent>
#include <QPainter>
#include <QTabletEvent>
#include <QTouchEvent>

#include <algorithm>

namespace netsmith::gui {
namespace {

constexpr double penWidth = 22.0; // relative to `side`: as thick as the strokes of MNIST
constexpr int hintMargin = 8;
constexpr int leastHintSize = 8; // pixels
constexpr int hintFlags = Qt::AlignCenter | Qt::TextWordWrap | Qt::TextDontClip;

} // namespace

DrawingPad::DrawingPad(QWidget* parent)
    : QWidget(parent)
{
    setCursor(Qt::CrossCursor);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_AcceptTouchEvents);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

QImage DrawingPad::image() const
{
    QImage out(side, side, QImage::Format_Grayscale8);
    out.fill(0);
    QPainter painter(&out);
    paintStrokes(painter);
    return out;
}

void DrawingPad::showPicture(const QImage& picture)
{
    m_strokes.clear();
    m_picture = picture;
    update();
    Q_EMIT edited();
}

void DrawingPad::clear()
{
    m_strokes.clear();
    m_picture = QImage();
    m_drawing = false;
    update();
    Q_EMIT edited();
}

void DrawingPad::undoStroke()
{
    if (m_strokes.isEmpty())
        return;
    m_strokes.removeLast();
    m_drawing = false;
    update();
    Q_EMIT edited();
}

void DrawingPad::setHint(const QString& hint)
{
    m_hint = hint;
    update();
}

QRectF DrawingPad::square() const
{
    const double length = std::min(width(), height());
    return {(width() - length) / 2.0, (height() - length) / 2.0, length, length};
}

QPointF DrawingPad::toDrawing(QPointF position) const
{
    const QRectF area = square();
    const QPointF at = (position - area.topLeft()) * (side / area.width());
    return {std::clamp(at.x(), 0.0, double{side}), std::clamp(at.y(), 0.0, double{side})};
}

void DrawingPad::begin(QPointF position)
{
    m_picture = QImage();
    m_strokes.append(QPolygonF{toDrawing(position)});
    m_drawing = true;
    update();
    Q_EMIT edited();
}

void DrawingPad::extend(QPointF position)
{
    if (!m_drawing)
        return;
    m_strokes.last().append(toDrawing(position));
    update();
    Q_EMIT edited();
}

bool DrawingPad::event(QEvent* event)
{
    if (event->type() != QEvent::TouchBegin && event->type() != QEvent::TouchUpdate && event->type() != QEvent::TouchEnd)
        return QWidget::event(event);
    const auto& points = static_cast<QTouchEvent*>(event)->points();
    if (!points.isEmpty()) {
        const QPointF position = points.front().position();
        event->type() == QEvent::TouchBegin ? begin(position) : extend(position);
    }
    if (event->type() == QEvent::TouchEnd)
        m_drawing = false;
    event->accept();
    return true;
}

void DrawingPad::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        begin(event->position());
}

void DrawingPad::mouseMoveEvent(QMouseEvent* event)
{
    extend(event->position());
}

void DrawingPad::mouseReleaseEvent(QMouseEvent*)
{
    m_drawing = false;
}

void DrawingPad::tabletEvent(QTabletEvent* event)
{
    switch (event->type()) {
    case QEvent::TabletPress: begin(event->position()); break;
    case QEvent::TabletMove: extend(event->position()); break;
    default: m_drawing = false;
    }
    event->accept();
}

void DrawingPad::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Undo) || event->key() == Qt::Key_Backspace)
        undoStroke();
    else if (event->key() == Qt::Key_Delete || event->key() == Qt::Key_Escape)
        clear();
    else
        QWidget::keyPressEvent(event);
}

void DrawingPad::paintStrokes(QPainter& painter) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(Qt::white, penWidth, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    for (const QPolygonF& stroke : m_strokes)
        if (stroke.size() == 1)
            painter.drawPoint(stroke.front());
        else
            painter.drawPolyline(stroke);
}

/// Smaller than other texts if the pad has no room for them.
QFont DrawingPad::hintFont(const QRect& room) const
{
    QFont font = Theme::instance().font(TextRole::caption);
    for (int size = QFontInfo(font).pixelSize(); size > leastHintSize; --size) {
        font.setPixelSize(size);
        if (room.contains(QFontMetrics(font).boundingRect(room, hintFlags, m_hint)))
            break;
    }
    return font;
}

void DrawingPad::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::instance();
    const QRectF area = square();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(Qt::black); // like the samples, in either theme
    painter.drawRoundedRect(area, 6, 6);
    painter.save();
    painter.setClipRect(area);
    painter.translate(area.topLeft());
    painter.scale(area.width() / side, area.height() / side);
    if (!m_picture.isNull()) {
        painter.setRenderHint(QPainter::SmoothPixmapTransform);
        const QSizeF size = QSizeF(m_picture.size()).scaled(side, side, Qt::KeepAspectRatio);
        painter.drawImage(QRectF((side - size.width()) / 2, (side - size.height()) / 2, size.width(), size.height()), m_picture);
    }
    paintStrokes(painter);
    painter.restore();
    if (isEmpty() && !m_hint.isEmpty()) {
        painter.setPen(QColor::fromRgb(tokenColor(Token::textMuted, Appearance::dark))); // readable on black
        const QRect room = area.toRect().adjusted(hintMargin, hintMargin, -hintMargin, -hintMargin);
        painter.setFont(hintFont(room));
        painter.drawText(room, hintFlags, m_hint);
    }
    painter.setPen(QPen(theme.color(hasFocus() ? Token::focusRing : Token::controlBorder), hasFocus() ? 2.0 : 1.0));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
}

} // namespace netsmith::gui
