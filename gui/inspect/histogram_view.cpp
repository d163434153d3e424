#include "gui/inspect/histogram_view.h"

#include "gui/widgets/number_text.h"
#include "gui/widgets/theme.h"

#include <QPainter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

HistogramView::HistogramView(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, [this] { updateGeometry(); });
}

void HistogramView::show(std::vector<std::int64_t> counts, double least, double most)
{
    m_counts = std::move(counts);
    m_least = least;
    m_most = most;
    update();
}

QSize HistogramView::sizeHint() const
{
    return {Theme::instance().scaled(200), Theme::instance().scaled(110)};
}

void HistogramView::paintEvent(QPaintEvent*)
{
    if (m_counts.empty())
        return;
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.setFont(theme.font(TextRole::numberCaption));
    const int line = painter.fontMetrics().height();
    const QRect room = rect().adjusted(0, 0, 0, -line - theme.scaled(4));
    const double most = static_cast<double>(std::max<std::int64_t>(1, *std::ranges::max_element(m_counts)));
    const double bar = room.width() / static_cast<double>(m_counts.size());
    for (std::size_t i = 0; i < m_counts.size(); ++i) {
        if (m_counts[i] == 0)
            continue;
        const double high = std::max(1.0, room.height() * static_cast<double>(m_counts[i]) / most);
        painter.fillRect(
            QRectF(room.left() + static_cast<double>(i) * bar, room.bottom() + 1 - high, std::max(1.0, bar - 1.0), high),
            theme.color(Token::accent));
    }
    painter.setPen(theme.color(Token::line));
    painter.drawLine(room.left(), room.bottom() + 1, room.right(), room.bottom() + 1);
    painter.setPen(theme.color(Token::textMuted));
    const QRect below(room.left(), room.bottom() + 2, room.width(), height() - room.bottom() - 2);
    painter.drawText(below, Qt::AlignLeft | Qt::AlignBottom, significantText(m_least));
    painter.drawText(below, Qt::AlignRight | Qt::AlignBottom, significantText(m_most));
    if (m_least < 0.0 && m_most > 0.0) { // where 0 is, unless it would touch the others
        const int zero = room.left() + static_cast<int>(room.width() * -m_least / (m_most - m_least));
        painter.setPen(theme.color(Token::textMuted));
        painter.drawLine(zero, room.top(), zero, room.bottom());
        const int apart = painter.fontMetrics().horizontalAdvance(significantText(m_least)) + theme.scaled(12);
        if (zero - room.left() > apart && room.right() - zero > apart)
            painter.drawText(QRect(zero - apart / 2, below.top(), apart, below.height()), Qt::AlignHCenter | Qt::AlignBottom,
                             u"0"_s);
    }
}

} // namespace netsmith::gui
