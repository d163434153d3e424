#include "gui/widgets/labels/share_bar.h"

#include "gui/widgets/theme.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace netsmith::gui {
namespace {

constexpr double thickness = 4.0;
constexpr double segmentGap = 2.0;
constexpr double shortestPart = 12.0; // pixels, including the gap

} // namespace

ShareBar::ShareBar(QWidget* parent)
    : QWidget(parent)
{
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ShareBar::setShare(double share, int parts)
{
    share = std::min(share, 1.0);
    if (share == m_share && parts == m_parts)
        return;
    m_share = share;
    m_parts = std::max(parts, 1);
    update();
}

void ShareBar::setMood(Mood mood)
{
    if (mood == m_mood)
        return;
    m_mood = mood;
    update();
}

QSize ShareBar::sizeHint() const
{
    return {Theme::instance().scaled(280), static_cast<int>(thickness)};
}

QSize ShareBar::minimumSizeHint() const
{
    return {80, static_cast<int>(thickness)};
}

void ShareBar::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF whole(0.0, (height() - thickness) / 2.0, width(), thickness);
    const int shown = whole.width() / m_parts >= shortestPart ? m_parts : 1;
    QPainterPath shape;
    for (int i = 0; i < shown; ++i) {
        const double begin = whole.width() * i / shown;
        const double end = whole.width() * (i + 1) / shown - (i + 1 < shown ? segmentGap : 0.0);
        shape.addRoundedRect(QRectF(begin, whole.top(), end - begin, thickness), thickness / 2.0, thickness / 2.0);
    }
    painter.setClipPath(shape);
    painter.fillRect(whole, theme.color(Token::track));
    const Token colors[] = {Token::accent, Token::textMuted, Token::good, Token::bad};
    const QColor color = theme.color(colors[static_cast<int>(m_mood)]);
    if (m_share < 0.0) { // busy: a third of the bar, in the middle
        painter.fillRect(QRectF(whole.width() / 3.0, whole.top(), whole.width() / 3.0, thickness), color);
        return;
    }
    QRectF done = whole;
    done.setWidth(whole.width() * m_share);
    painter.fillRect(layoutDirection() == Qt::RightToLeft ? done.translated(whole.width() - done.width(), 0.0) : done, color);
}

} // namespace netsmith::gui
