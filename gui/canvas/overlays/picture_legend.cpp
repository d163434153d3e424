#include "gui/canvas/overlays/picture_legend.h"

#include "gui/widgets/theme.h"
#include "gui/widgets/value_ramp.h"

#include <QPainter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int padding = 8;
constexpr int rampWidth = 200;
constexpr int rampHeight = 8;
constexpr int gap = 4;

} // namespace

PictureLegend::PictureLegend(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(u"pictureLegend"_s);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
}

void PictureLegend::setTitle(const QString& title)
{
    m_title = title;
    setAccessibleName(title);
    renew();
    setVisible(!title.isEmpty());
}

void PictureLegend::renew()
{
    adjustSize();
    update();
}

QSize PictureLegend::sizeHint() const
{
    const Theme& theme = Theme::instance();
    const QFontMetrics title(theme.font(TextRole::captionStrong)), mark(theme.font(TextRole::numberCaption));
    return {std::max(theme.scaled(rampWidth), title.horizontalAdvance(m_title)) + 2 * theme.scaled(padding),
            title.height() + theme.scaled(gap + rampHeight + 2 * padding) + mark.height()};
}

void PictureLegend::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.color(Token::line), 1));
    painter.setBrush(theme.color(Token::panel));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8);
    painter.setRenderHint(QPainter::Antialiasing, false);
    const int around = theme.scaled(padding);
    const QRect inner = rect().adjusted(around, around, -around, -around);
    painter.setFont(theme.font(TextRole::captionStrong));
    painter.setPen(theme.color(Token::textSecondary));
    const int line = painter.fontMetrics().height();
    painter.drawText(QRect(inner.left(), inner.top(), inner.width(), line), Qt::AlignLeft | Qt::AlignVCenter, m_title);
    const QRect ramp(inner.left(), inner.top() + line + theme.scaled(gap), inner.width(), theme.scaled(rampHeight));
    const ValueRamp colours;
    for (int x = 0; x < ramp.width(); ++x)
        painter.fillRect(QRect(ramp.left() + x, ramp.top(), 1, ramp.height()),
                         QColor::fromRgb(colours.color(2.0 * x / (ramp.width() - 1) - 1.0)));
    painter.setPen(QPen(theme.color(Token::line), 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(ramp.adjusted(0, 0, -1, -1));
    painter.setFont(theme.font(TextRole::numberCaption));
    painter.setPen(theme.color(Token::textMuted));
    const QRect marks(inner.left(), ramp.bottom() + 1, inner.width(), inner.bottom() - ramp.bottom());
    painter.drawText(marks, Qt::AlignLeft | Qt::AlignVCenter, tr("most negative"));
    painter.drawText(marks, Qt::AlignHCenter | Qt::AlignVCenter, u"0"_s);
    painter.drawText(marks, Qt::AlignRight | Qt::AlignVCenter, tr("largest"));
}

} // namespace netsmith::gui
