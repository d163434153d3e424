#include "gui/tryit/class_bars.h"

#include "gui/widgets/number_text.h"
#include "gui/widgets/theme.h"

#include <QPainter>

#include <algorithm>
#include <numeric>

namespace netsmith::gui {

ClassBars::ClassBars(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void ClassBars::show(std::vector<float> shares, const QStringList& names)
{
    const std::size_t rows = m_bars.size();
    m_bars.clear();
    std::vector<std::size_t> order(shares.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (order.size() > mostShown) {
        std::ranges::stable_sort(order, [&](std::size_t one, std::size_t other) { return shares[one] > shares[other]; });
        order.resize(mostShown);
    }
    for (const std::size_t i : order) {
        const auto index = static_cast<qsizetype>(i);
        m_bars.push_back({index < names.size() ? names[index] : QString::number(index), shares[i], false});
    }
    if (const auto surest = std::ranges::max_element(m_bars, {}, &Bar::share); surest != m_bars.end() && surest->share > 0.0f) {
        surest->surest = true;
        setAccessibleDescription(tr("%1, %2").arg(surest->name, percentText(surest->share, 0)));
    }
    if (rows != m_bars.size())
        updateGeometry();
    update();
}

int ClassBars::rowHeight() const
{
    return QFontMetrics(Theme::instance().font(TextRole::numberCaption)).height() + 1;
}

QSize ClassBars::sizeHint() const
{
    return {Theme::instance().scaled(150), rowHeight() * std::max(1, static_cast<int>(m_bars.size()))};
}

void ClassBars::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QFont plain = theme.font(TextRole::numberCaption);
    QFont strong = plain;
    strong.setWeight(QFont::DemiBold);
    const QFontMetricsF metrics(strong); // the wider one
    double nameWidth = 0.0;
    for (const Bar& bar : m_bars)
        nameWidth = std::max(nameWidth, metrics.horizontalAdvance(bar.name));
    nameWidth = std::min(nameWidth, width() * 0.45);
    const double shareWidth = metrics.horizontalAdvance(percentText(1.0, 0)) + 6.0;
    const double room = std::max(0.0, width() - nameWidth - 8.0 - shareWidth);
    const double height = rowHeight();
    const double thickness = std::max(4.0, height / 3.5);
    for (std::size_t i = 0; i < m_bars.size(); ++i) {
        const Bar& bar = m_bars[i];
        const double top = static_cast<double>(i) * height;
        painter.setPen(theme.color(bar.surest ? Token::text : Token::textSecondary));
        painter.setFont(bar.surest ? strong : plain);
        painter.drawText(QRectF(0, top, nameWidth, height), Qt::AlignRight | Qt::AlignVCenter,
                         metrics.elidedText(bar.name, Qt::ElideRight, nameWidth));
        const QRectF track(nameWidth + 8.0, top + (height - thickness) / 2.0, room, thickness);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.color(Token::track));
        painter.drawRoundedRect(track, thickness / 2, thickness / 2);
        if (const double length = room * std::clamp(static_cast<double>(bar.share), 0.0, 1.0); length >= 0.5) {
            painter.setBrush(theme.color(bar.surest ? Token::accent : Token::textMuted));
            painter.drawRoundedRect(QRectF(track.topLeft(), QSizeF(std::max(length, thickness), thickness)), thickness / 2,
                                    thickness / 2);
        }
        if (bar.surest || bar.share >= 0.05f) {
            painter.setPen(theme.color(bar.surest ? Token::text : Token::textSecondary));
            painter.setFont(bar.surest ? strong : plain);
            painter.drawText(QRectF(track.right(), top, shareWidth, height), Qt::AlignRight | Qt::AlignVCenter,
                             percentText(bar.share, 0));
        }
    }
}

} // namespace netsmith::gui
