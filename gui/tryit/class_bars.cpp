#include "gui/tryit/class_bars.h"

#include "gui/widgets/number_text.h"
#include "gui/widgets/theme.h"

#include <QPainter>

#include <algorithm>
#include <numeric>

namespace netsmith::gui {
namespace {

constexpr int columnGap = 12;

} // namespace

ClassBars::ClassBars(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void ClassBars::setClasses(const QStringList& names)
{
    if (names == m_classes)
        return;
    m_classes = names;
    show({}, {});
}

void ClassBars::show(std::vector<float> shares, const QStringList& names)
{
    const std::size_t rows = m_bars.size();
    m_bars.clear();
    const bool answered = !shares.empty();
    if (!answered)
        shares.resize(static_cast<std::size_t>(m_classes.size()));
    const QStringList& called = answered ? names : m_classes;
    std::vector<std::size_t> order(shares.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (order.size() > mostShown) {
        std::ranges::stable_sort(order, [&](std::size_t one, std::size_t other) { return shares[one] > shares[other]; });
        order.resize(mostShown);
    }
    for (const std::size_t i : order) {
        const auto index = static_cast<qsizetype>(i);
        m_bars.push_back({index < called.size() ? called[index] : QString::number(index), shares[i], false});
    }
    if (const auto surest = std::ranges::max_element(m_bars, {}, &Bar::share); surest != m_bars.end() && surest->share > 0.0f) {
        surest->surest = true;
        setAccessibleDescription(tr("%1, %2").arg(surest->name, percentText(surest->share, 0)));
    } else {
        setAccessibleDescription({});
    }
    if (rows != m_bars.size())
        updateGeometry();
    update();
}

void ClassBars::setColumns(int columns)
{
    if (columns == m_columns)
        return;
    m_columns = columns;
    updateGeometry();
    update();
}

int ClassBars::rowsIn(int columns) const
{
    return std::max(1, (barCount() + columns - 1) / columns);
}

int ClassBars::heightIn(int columns) const
{
    return rowHeight() * rowsIn(columns);
}

QRect ClassBars::barRect(int index) const
{
    const int rows = rowsIn(m_columns);
    const int wide = (width() - (m_columns - 1) * columnGap) / m_columns;
    return {index / rows * (wide + columnGap), index % rows * rowHeight(), wide, rowHeight()};
}

int ClassBars::rowHeight() const
{
    return QFontMetrics(Theme::instance().font(TextRole::numberCaption)).height() + 1;
}

QSize ClassBars::sizeHint() const
{
    return {Theme::instance().scaled(150) * m_columns, heightIn(m_columns)};
}

void ClassBars::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const int rows = rowsIn(m_columns);
    for (int first = 0; first < barCount(); first += rows)
        paintColumn(painter, first, std::min(first + rows, barCount()));
}

/// Names have one width, so that the bars are aligned.
void ClassBars::paintColumn(QPainter& painter, int first, int last) const
{
    const Theme& theme = Theme::instance();
    const QFont plain = theme.font(TextRole::numberCaption);
    QFont strong = plain;
    strong.setWeight(QFont::DemiBold);
    const QFontMetricsF metrics(strong); // the wider one
    const double wide = barRect(first).width();
    double nameWidth = 0.0;
    for (int i = first; i < last; ++i)
        nameWidth = std::max(nameWidth, metrics.horizontalAdvance(m_bars[static_cast<std::size_t>(i)].name));
    nameWidth = std::min(nameWidth, wide * 0.45);
    const double shareWidth = metrics.horizontalAdvance(percentText(1.0, 0)) + 6.0;
    const double room = std::max(0.0, wide - nameWidth - 8.0 - shareWidth);
    for (int i = first; i < last; ++i) {
        const Bar& bar = m_bars[static_cast<std::size_t>(i)];
        const QRectF place = barRect(i);
        const double thickness = std::max(4.0, place.height() / 3.5);
        painter.setPen(theme.color(bar.surest ? Token::text : Token::textSecondary));
        painter.setFont(bar.surest ? strong : plain);
        painter.drawText(QRectF(place.left(), place.top(), nameWidth, place.height()), Qt::AlignRight | Qt::AlignVCenter,
                         metrics.elidedText(bar.name, Qt::ElideRight, nameWidth));
        const QRectF track(place.left() + nameWidth + 8.0, place.top() + (place.height() - thickness) / 2.0, room, thickness);
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
            painter.drawText(QRectF(track.right(), place.top(), shareWidth, place.height()), Qt::AlignRight | Qt::AlignVCenter,
                             percentText(bar.share, 0));
        }
    }
}

} // namespace netsmith::gui
