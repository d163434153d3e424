#include "gui/data/class_balance.h"

#include "gui/widgets/number_text.h"
#include "gui/widgets/theme.h"

#include <QPainter>

#include <algorithm>

namespace netsmith::gui {
namespace {

constexpr std::size_t mostRows = 12;

} // namespace

ClassBalance::ClassBalance(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void ClassBalance::show(std::vector<DataPreview::ClassCount> classes)
{
    m_classes = std::move(classes);
    if (m_classes.size() > mostRows) {
        std::ranges::stable_sort(m_classes, std::ranges::greater{}, &DataPreview::ClassCount::count);
        m_classes.erase(m_classes.begin() + mostRows / 2, m_classes.end() - mostRows / 2);
    }
    m_most = 0;
    QStringList words;
    for (const DataPreview::ClassCount& entry : m_classes) {
        m_most = std::max(m_most, entry.count);
        words << tr("%1: %2").arg(entry.name, countText(entry.count));
    }
    setAccessibleDescription(words.join(QStringLiteral(", ")));
    setVisible(!m_classes.empty());
    updateGeometry();
    update();
}

int ClassBalance::rowHeight() const
{
    return QFontMetrics(Theme::instance().font(TextRole::numberCaption)).height() + 2;
}

QSize ClassBalance::sizeHint() const
{
    return {200, rowHeight() * static_cast<int>(m_classes.size())};
}

void ClassBalance::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(theme.font(TextRole::numberCaption));
    const QFontMetricsF metrics(painter.font());
    double nameWidth = 0.0;
    double countWidth = 0.0;
    for (const DataPreview::ClassCount& entry : m_classes) {
        nameWidth = std::max(nameWidth, metrics.horizontalAdvance(entry.name));
        countWidth = std::max(countWidth, metrics.horizontalAdvance(countText(entry.count)));
    }
    nameWidth = std::min(nameWidth, width() * 0.4);
    const double room = std::max(0.0, width() - nameWidth - countWidth - 16.0);
    const double height = rowHeight();
    for (std::size_t i = 0; i < m_classes.size(); ++i) {
        const DataPreview::ClassCount& entry = m_classes[i];
        const double top = static_cast<double>(i) * height;
        painter.setPen(theme.color(Token::textSecondary));
        painter.drawText(QRectF(0, top, nameWidth, height), Qt::AlignRight | Qt::AlignVCenter,
                         metrics.elidedText(entry.name, Qt::ElideRight, nameWidth));
        painter.drawText(QRectF(width() - countWidth, top, countWidth, height), Qt::AlignRight | Qt::AlignVCenter,
                         countText(entry.count));
        const QRectF track(nameWidth + 8.0, top + height / 2 - 2.5, room, 5.0);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.color(Token::track));
        painter.drawRoundedRect(track, 2.5, 2.5);
        painter.setBrush(theme.color(Token::memoryData));
        const double share = m_most > 0 ? static_cast<double>(entry.count) / static_cast<double>(m_most) : 0.0;
        painter.drawRoundedRect(QRectF(track.topLeft(), QSizeF(room * share, 5.0)), 2.5, 2.5);
    }
}

} // namespace netsmith::gui
