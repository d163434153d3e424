#include "gui/canvas/overlays/tint_legend.h"

#include "gui/widgets/theme.h"

#include <QPainter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int legendPadding = 8;
constexpr int legendSwatch = 44;
constexpr int legendBar = 8;

} // namespace

TintLegend::TintLegend(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(u"canvasLegend"_s);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
}

void TintLegend::setTint(const NetworkTint* tint)
{
    if (!tint) {
        hide();
        return;
    }
    m_title = tint->title;
    m_borders = tint->borders;
    setAccessibleName(m_title);
    setAccessibleDescription(QStringList(m_borders.begin(), m_borders.end()).join(u" · "_s));
    renew();
    setVisible(true);
}

void TintLegend::renew()
{
    adjustSize();
    update();
}

QSize TintLegend::sizeHint() const
{
    const Theme& theme = Theme::instance();
    const QFontMetrics title(theme.font(TextRole::captionStrong)), border(theme.font(TextRole::numberCaption));
    const int width = std::max(NetworkTint::steps * theme.scaled(legendSwatch), title.horizontalAdvance(m_title));
    return {width + 2 * theme.scaled(legendPadding),
            title.height() + theme.scaled(4 + legendBar + 2 * legendPadding) + border.height()};
}

void TintLegend::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.color(Token::line), 1));
    painter.setBrush(theme.color(Token::panel));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8);
    const int padding = theme.scaled(legendPadding);
    const QRect inner = rect().adjusted(padding, padding, -padding, -padding);
    painter.setFont(theme.font(TextRole::captionStrong));
    painter.setPen(theme.color(Token::textSecondary));
    const int line = painter.fontMetrics().height();
    painter.drawText(QRect(inner.left(), inner.top(), inner.width(), line), Qt::AlignLeft | Qt::AlignVCenter, m_title);
    const int top = inner.top() + line + theme.scaled(4), bar = theme.scaled(legendBar);
    const auto edge = [&](int step) { return inner.left() + inner.width() * step / NetworkTint::steps; };
    for (int step = 0; step < NetworkTint::steps; ++step)
        painter.fillRect(QRect(edge(step), top, edge(step + 1) - edge(step) - 1, bar), theme.color(tintToken(step)));
    painter.setFont(theme.font(TextRole::numberCaption));
    painter.setPen(theme.color(Token::textMuted));
    const int half = inner.width() / NetworkTint::steps / 2;
    for (int i = 1; i < NetworkTint::steps; ++i)
        painter.drawText(QRect(edge(i) - half, top + bar, 2 * half, inner.bottom() + 1 - top - bar), Qt::AlignCenter,
                         m_borders[static_cast<std::size_t>(i - 1)]);
}

} // namespace netsmith::gui
