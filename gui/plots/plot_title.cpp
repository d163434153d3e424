#include "gui/plots/plot_title.h"

#include "gui/widgets/theme.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

// In pixels at a text size of 13 px.
constexpr int swatchWidth = 11, swatchRoom = 16; ///< of a line sample, and including the gap after it
constexpr int legendGap = 14; ///< between two entries
constexpr int keyRoom = 170; ///< for the key of line styles
constexpr int valueGap = 8; ///< between a run's name and its values

QFontMetricsF legendMetrics()
{
    return QFontMetricsF(Theme::instance().font(TextRole::numberCaption));
}

void drawSwatch(QPainter& painter, const QColor& color, bool dashed, qreal x, qreal middle)
{
    QPen pen(color, 2, Qt::SolidLine, Qt::FlatCap);
    if (dashed)
        pen.setDashPattern({1.5, 1.0});
    painter.setPen(pen);
    painter.drawLine(QLineF(x, middle, x + Theme::instance().scaled(swatchWidth), middle));
}

/// Wide enough that changing digits do not move what follows.
qreal valueWidth(const QString& value)
{
    const QFontMetricsF metrics = legendMetrics();
    return std::max(metrics.horizontalAdvance(value), metrics.horizontalAdvance(u"0.0000"_s));
}

QString textOf(const PlotTitle::Entry& entry)
{
    return entry.name.isEmpty() ? entry.value : entry.value.isEmpty() ? entry.name : entry.name + u' ' + entry.value;
}

} // namespace

PlotTitle::PlotTitle(QWidget* parent)
    : QWidget(parent)
{
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void PlotTitle::setTitle(const QString& title)
{
    m_title = title;
    tell();
}

void PlotTitle::setEntries(std::vector<Entry> entries)
{
    if (entries == m_entries && !m_several)
        return;
    m_entries = std::move(entries);
    m_key.clear();
    m_several = false;
    tell();
}

void PlotTitle::setRuns(std::vector<Entry> entries, std::vector<Entry> key)
{
    if (entries == m_entries && key == m_key && m_several)
        return;
    m_entries = std::move(entries);
    m_key = std::move(key);
    m_several = true;
    tell();
}

void PlotTitle::tell()
{
    QStringList texts{m_title};
    for (const Entry& entry : m_entries)
        if (m_several && entry.name.isEmpty())
            texts.back() += u" / "_s + entry.value;
        else
            texts << textOf(entry);
    setAccessibleName(texts.join(u", "_s));
    setToolTip(texts.join(u'\n'));
    updateGeometry();
    update();
}

QSize PlotTitle::sizeHint() const
{
    return {Theme::instance().scaled(200), heightForWidth(width())};
}

QSize PlotTitle::minimumSizeHint() const
{
    return {0, QFontMetrics(Theme::instance().font(TextRole::captionStrong)).height()};
}

int PlotTitle::heightForWidth(int width) const
{
    const int line = minimumSizeHint().height();
    return line * (1 + static_cast<int>(linesFor(width).size()));
}

/// The curves keep most of the height.
int PlotTitle::mostLines() const
{
    const int room = parentWidget() ? parentWidget()->height() / 5 / std::max(1, minimumSizeHint().height()) : 1;
    return std::clamp(room, 1, 3);
}

std::vector<PlotTitle::Run> PlotTitle::runsFor(qreal width, bool brief) const
{
    const Theme& theme = Theme::instance();
    const qreal most = brief ? (width - theme.scaled(legendGap)) / 2.0 : width;
    const auto valueRoom = [&](const Entry& entry) {
        return theme.scaled(valueGap) + theme.scaled(swatchRoom) + valueWidth(entry.value);
    };
    std::vector<Run> runs;
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        if (runs.empty() || !m_entries[i].name.isEmpty())
            runs.push_back({i, i, i, 0.0, 0.0});
        runs.back().end = i + 1;
    }
    for (Run& run : runs) {
        if (brief)
            run.values = run.end - 1; // the value that the run is judged by
        qreal values = 0.0;
        for (std::size_t i = run.values; i < run.end; ++i)
            values += valueRoom(m_entries[i]);
        run.name = std::min(legendMetrics().horizontalAdvance(m_entries[run.begin].name) + 1.0, std::max(0.0, most - values));
        run.width = run.name + values;
    }
    return runs;
}

std::vector<std::vector<PlotTitle::Run>> PlotTitle::linesOf(const std::vector<Run>& runs, qreal width) const
{
    std::vector<std::vector<Run>> lines;
    const qreal gap = Theme::instance().scaled(legendGap);
    qreal taken = 0.0;
    for (const Run& run : runs) {
        if (lines.empty() || taken + gap + run.width > width + 0.5) {
            if (static_cast<int>(lines.size()) == mostLines())
                break;
            lines.emplace_back();
            taken = -gap;
        }
        lines.back().push_back(run);
        taken += gap + run.width;
    }
    return lines;
}

std::vector<std::vector<PlotTitle::Run>> PlotTitle::linesFor(qreal width) const
{
    if (!m_several)
        return {};
    const auto count = [](const std::vector<std::vector<Run>>& lines) {
        std::size_t runs = 0;
        for (const std::vector<Run>& line : lines)
            runs += line.size();
        return runs;
    };
    const std::vector<Run> whole = runsFor(width, false);
    auto lines = linesOf(whole, width);
    if (count(lines) == whole.size())
        return lines;
    auto brief = linesOf(runsFor(width, true), width);
    return count(brief) > count(lines) ? brief : lines;
}

/// Entries at the right end of a line, as many as fit, names before values.
void PlotTitle::drawLine(QPainter& painter, const QRectF& line, const std::vector<Entry>& entries) const
{
    const Theme& theme = Theme::instance();
    const QFont titleFont = theme.font(TextRole::captionStrong);
    const QFontMetricsF titleMetrics(titleFont);
    const QFontMetricsF metrics = legendMetrics();
    const qreal gap = theme.scaled(legendGap);
    const qreal room = line.width() - std::min(titleMetrics.horizontalAdvance(m_title), line.width() / 2) - gap;

    // If not all fits, only the values are drawn; if those do not fit either, the last ones are left out.
    const auto widthOf = [&](std::size_t count, bool full) {
        qreal sum = 0.0;
        for (std::size_t i = 0; i < count; ++i) {
            const QString text = full || entries[i].value.isEmpty() ? textOf(entries[i]) : entries[i].value;
            sum += theme.scaled(swatchRoom) + metrics.horizontalAdvance(text) + (i > 0 ? gap : 0.0);
        }
        return sum;
    };
    std::size_t count = entries.size();
    const bool full = widthOf(count, true) <= room;
    while (count > 0 && widthOf(count, full) > room)
        --count;
    const qreal taken = widthOf(count, full);
    qreal x = line.right() - taken;
    const qreal titleRight = count > 0 ? x - gap : line.right();
    painter.setFont(titleFont);
    painter.setPen(theme.color(Token::text));
    painter.drawText(QRectF(line.left(), line.top(), titleRight - line.left(), line.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     titleMetrics.elidedText(m_title, Qt::ElideRight, titleRight - line.left()));
    painter.setFont(theme.font(TextRole::numberCaption));
    for (std::size_t i = 0; i < count; ++i) {
        const Entry& entry = entries[i];
        const QString text = full || entry.value.isEmpty() ? textOf(entry) : entry.value;
        drawSwatch(painter, entry.color, entry.dashed, x, line.center().y() + 0.5);
        painter.setPen(entry.color);
        const qreal own = theme.scaled(swatchRoom) + metrics.horizontalAdvance(text);
        painter.drawText(QRectF(x + theme.scaled(swatchRoom), line.top(), own, line.height()), Qt::AlignLeft | Qt::AlignVCenter,
                         text);
        x += own + gap;
    }
}

/// "#12 · lr 0.003 — 0.045 ┄ 0.051"
void PlotTitle::drawRun(QPainter& painter, const QRectF& place, const Run& run) const
{
    const Theme& theme = Theme::instance();
    const Entry& first = m_entries[run.begin];
    painter.setPen(first.color);
    painter.drawText(QRectF(place.left(), place.top(), run.name, place.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     legendMetrics().elidedText(first.name, Qt::ElideRight, run.name));
    qreal x = place.left() + run.name;
    for (std::size_t i = run.values; i < run.end; ++i) {
        const Entry& entry = m_entries[i];
        x += theme.scaled(valueGap);
        drawSwatch(painter, entry.color, entry.dashed, x, place.center().y() + 0.5);
        x += theme.scaled(swatchRoom);
        painter.setPen(theme.color(Token::textSecondary));
        painter.drawText(QRectF(x, place.top(), valueWidth(entry.value), place.height()), Qt::AlignLeft | Qt::AlignVCenter,
                         entry.value);
        x += valueWidth(entry.value);
    }
}

void PlotTitle::paint(QPainter& painter, const QRectF& area) const
{
    const Theme& theme = Theme::instance();
    const qreal height = minimumSizeHint().height();
    QRectF line(area.left(), area.top(), area.width(), height);
    drawLine(painter, line, m_several ? m_key : m_entries);
    painter.setFont(theme.font(TextRole::numberCaption));
    const auto lines = linesFor(area.width());
    int drawn = 0;
    for (const auto& runs : lines) {
        line.translate(0, height);
        qreal x = line.left();
        for (const Run& run : runs) {
            drawRun(painter, QRectF(x, line.top(), run.width, height), run);
            x += run.width + theme.scaled(legendGap);
            ++drawn;
        }
    }
    const auto all = std::ranges::count_if(m_entries, [](const Entry& entry) { return !entry.name.isEmpty(); });
    if (const int left = m_several ? static_cast<int>(all) - drawn : 0; left > 0) { // beside the title
        const QString more = tr("and %n more", nullptr, left);
        const qreal from = QFontMetricsF(theme.font(TextRole::captionStrong)).horizontalAdvance(m_title) + theme.scaled(valueGap);
        if (from + legendMetrics().horizontalAdvance(more) + theme.scaled(keyRoom) > area.width())
            return;
        painter.setPen(theme.color(Token::textMuted));
        painter.drawText(QRectF(area.left() + from, area.top(), area.width() - from, height), Qt::AlignLeft | Qt::AlignVCenter,
                         more);
    }
}

void PlotTitle::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paint(painter, rect());
}

} // namespace netsmith::gui
