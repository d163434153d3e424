#include "gui/canvas/overlays/legend.h"

#include "gui/widgets/theme.h"

#include <QPainter>

#include <algorithm>

namespace netsmith::gui {
namespace {

constexpr int legendPadding = 8;
constexpr int legendBar = 8;
constexpr int aboveBar = 4;

} // namespace

Legend::Legend(const QString& name, int barWidth, QWidget* parent)
    : QWidget(parent)
    , m_barWidth(barWidth)
{
    setObjectName(name);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
}

void Legend::setTitle(const QString& title)
{
    m_title = title;
    setAccessibleName(title);
    renew();
    setVisible(isWanted() && m_hasRoom);
}

void Legend::setRoom(bool hasRoom)
{
    m_hasRoom = hasRoom;
    setVisible(isWanted() && m_hasRoom);
}

void Legend::renew()
{
    adjustSize();
    update();
}

QSize Legend::sizeHint() const
{
    const Theme& theme = Theme::instance();
    const QFontMetrics title(theme.font(TextRole::captionStrong)), mark(theme.font(TextRole::numberCaption));
    return {std::max(theme.scaled(m_barWidth), title.horizontalAdvance(m_title)) + 2 * theme.scaled(legendPadding),
            title.height() + theme.scaled(aboveBar + legendBar + 2 * legendPadding) + mark.height()};
}

void Legend::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.color(Token::line), 1));
    painter.setBrush(theme.color(Token::panel));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8);
    painter.setRenderHint(QPainter::Antialiasing, false);
    const int padding = theme.scaled(legendPadding);
    const QRect inner = rect().adjusted(padding, padding, -padding, -padding);
    painter.setFont(theme.font(TextRole::captionStrong));
    painter.setPen(theme.color(Token::textSecondary));
    const int line = painter.fontMetrics().height();
    painter.drawText(QRect(inner.left(), inner.top(), inner.width(), line), Qt::AlignLeft | Qt::AlignVCenter, m_title);
    const QRect bar(inner.left(), inner.top() + line + theme.scaled(aboveBar), inner.width(), theme.scaled(legendBar));
    painter.setFont(theme.font(TextRole::numberCaption));
    painter.setPen(theme.color(Token::textMuted));
    paintBar(painter, bar, QRect(bar.left(), bar.bottom() + 1, bar.width(), inner.bottom() - bar.bottom()));
}

int heightWithLegends(int width, int margin, QSize bar, const Legend& tint, const Legend& pictures)
{
    const auto sizeOf = [](const Legend& legend) { return legend.isWanted() ? legend.size() : QSize(0, 0); };
    const QSize first = sizeOf(tint), second = sizeOf(pictures);
    const int between = first.height() > 0 && second.height() > 0 ? margin : 0;
    const QSize legends(std::max(first.width(), second.width()), first.height() + between + second.height());
    const bool stacked = legends.width() > 0 && bar.width() + legends.width() + 3 * margin > width;
    return margin + (stacked ? bar.height() + margin + legends.height() : std::max(bar.height(), legends.height()));
}

} // namespace netsmith::gui
