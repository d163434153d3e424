#include "gui/plots/plot_title.h"

#include "gui/widgets/theme.h"

#include <QFontMetricsF>
#include <QPainter>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

PlotTitle::PlotTitle(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void PlotTitle::setTitle(const QString& title)
{
    m_title = title;
    update();
}

void PlotTitle::setEntries(std::vector<Entry> entries)
{
    if (entries == m_entries)
        return;
    m_entries = std::move(entries);
    QStringList texts{m_title};
    for (const Entry& entry : m_entries)
        texts << entry.name + u' ' + entry.value;
    setAccessibleName(texts.join(u", "_s));
    setToolTip(texts.join(u'\n'));
    update();
}

QSize PlotTitle::sizeHint() const
{
    return {Theme::instance().scaled(200), QFontMetrics(Theme::instance().font(TextRole::captionStrong)).height()};
}

QSize PlotTitle::minimumSizeHint() const
{
    return {0, sizeHint().height()};
}

qreal PlotTitle::width(const Entry& entry, bool named) const
{
    const Theme& theme = Theme::instance();
    const QFontMetricsF metrics(theme.font(TextRole::numberCaption));
    const QString text = named ? entry.name + u' ' + entry.value : entry.value;
    return theme.scaled(16) + metrics.horizontalAdvance(text);
}

void PlotTitle::paint(QPainter& painter, const QRectF& line) const
{
    const Theme& theme = Theme::instance();
    const QFont titleFont = theme.font(TextRole::captionStrong);
    const QFontMetricsF titleMetrics(titleFont);
    const qreal gap = theme.scaled(12);
    const qreal room = line.width() - std::min(titleMetrics.horizontalAdvance(m_title), line.width() / 2) - gap;

    // Names go first where there is no room, then the values of the curves that came last.
    const auto widthOf = [&](std::size_t count, bool named) {
        qreal sum = 0.0;
        for (std::size_t i = 0; i < count; ++i)
            sum += width(m_entries[i], named) + (i > 0 ? gap : 0.0);
        return sum;
    };
    std::size_t count = m_entries.size();
    const bool named = widthOf(count, true) <= room;
    while (count > 0 && widthOf(count, named) > room)
        --count;

    const QFont entryFont = theme.font(TextRole::numberCaption);
    qreal x = line.right() - widthOf(count, named);
    const qreal titleRight = count > 0 ? x - gap : line.right();
    painter.setFont(titleFont);
    painter.setPen(theme.color(Token::text));
    painter.drawText(QRectF(line.left(), line.top(), titleRight - line.left(), line.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     titleMetrics.elidedText(m_title, Qt::ElideRight, titleRight - line.left()));
    painter.setFont(entryFont);
    for (std::size_t i = 0; i < count; ++i) {
        const Entry& entry = m_entries[i];
        const qreal middle = line.center().y() + 0.5;
        QPen pen(entry.color, 2, Qt::SolidLine, Qt::FlatCap);
        if (entry.dashed)
            pen.setDashPattern({1.5, 1.0});
        painter.setPen(pen);
        painter.drawLine(QLineF(x, middle, x + theme.scaled(11), middle));
        painter.setPen(entry.color);
        const qreal entryWidth = width(entry, named);
        painter.drawText(QRectF(x + theme.scaled(16), line.top(), entryWidth, line.height()), Qt::AlignLeft | Qt::AlignVCenter,
                         named ? entry.name + u' ' + entry.value : entry.value);
        x += entryWidth + gap;
    }
}

void PlotTitle::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paint(painter, rect());
}

} // namespace netsmith::gui
