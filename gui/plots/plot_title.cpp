#include "gui/plots/plot_title.h"

#include "gui/widgets/theme.h"

#include <QFontMetricsF>
#include <QPainter>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int leastName = 56; // pixels at 100 %, of an entry whose name is cut

} // namespace

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

void PlotTitle::setEntries(std::vector<Entry> entries, bool names)
{
    if (entries == m_entries && names == m_names)
        return;
    m_entries = std::move(entries);
    m_names = names;
    QStringList texts{m_title};
    for (const Entry& entry : m_entries)
        texts << text(entry, true);
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

QString PlotTitle::text(const Entry& entry, bool full) const
{
    if (full)
        return entry.name.isEmpty() ? entry.value : entry.name + u' ' + entry.value;
    return m_names ? entry.name : entry.value;
}

qreal PlotTitle::width(const Entry& entry, bool full) const
{
    const Theme& theme = Theme::instance();
    return theme.scaled(16) + QFontMetricsF(theme.font(TextRole::numberCaption)).horizontalAdvance(text(entry, full));
}

void PlotTitle::paint(QPainter& painter, const QRectF& line) const
{
    const Theme& theme = Theme::instance();
    const QFont titleFont = theme.font(TextRole::captionStrong);
    const QFontMetricsF titleMetrics(titleFont);
    const qreal gap = theme.scaled(12);
    const qreal room = line.width() - std::min(titleMetrics.horizontalAdvance(m_title), line.width() / 2) - gap;

    // Where there is no room each entry is cut short; then names end in dots, and the last entries go.
    const auto widthOf = [&](std::size_t count, bool full) {
        qreal sum = 0.0;
        for (std::size_t i = 0; i < count; ++i)
            sum += width(m_entries[i], full) + (i > 0 ? gap : 0.0);
        return sum;
    };
    std::size_t count = m_entries.size();
    const bool full = widthOf(count, true) <= room;
    const bool elided = !full && m_names && widthOf(count, false) > room;
    const auto shareOf = [&](std::size_t entries) { return (room + gap) / static_cast<qreal>(entries) - gap; };
    while (count > 0 && (elided ? shareOf(count) < theme.scaled(leastName) : widthOf(count, full) > room))
        --count;
    const auto entryWidth = [&](std::size_t i) {
        return elided ? std::min(width(m_entries[i], false), shareOf(count)) : width(m_entries[i], full);
    };
    qreal taken = 0.0;
    for (std::size_t i = 0; i < count; ++i)
        taken += entryWidth(i) + (i > 0 ? gap : 0.0);

    const QFont entryFont = theme.font(TextRole::numberCaption);
    const QFontMetricsF entryMetrics(entryFont);
    qreal x = line.right() - taken;
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
        const qreal own = entryWidth(i);
        const QRectF words(x + theme.scaled(16), line.top(), own, line.height());
        painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter,
                         elided ? entryMetrics.elidedText(text(entry, false), Qt::ElideRight, own - theme.scaled(16))
                                : text(entry, full));
        x += own + gap;
    }
}

void PlotTitle::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paint(painter, rect());
}

} // namespace netsmith::gui
