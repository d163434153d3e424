#include "gui/doctor/evidence_plot.h"

#include "gui/widgets/engine_text.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/theme.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

EvidencePlot::EvidencePlot(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void EvidencePlot::show(const inspect::Evidence& evidence)
{
    m_evidence = evidence;
    m_least = evidence.logarithmic || isCurve() ? INFINITY : 0.0;
    m_most = -INFINITY;
    for (const double value : evidence.values)
        if (std::isfinite(value) && (value > 0.0 || !evidence.logarithmic)) {
            m_least = std::min(m_least, value);
            m_most = std::max(m_most, value);
        }
    setVisible(isCurve() ? evidence.values.size() > 1 && m_most > m_least : m_most >= m_least);
    if (evidence.logarithmic)
        m_least /= 10.0; // the smallest bar is seen, too
    describe();
    update();
}

void EvidencePlot::describe()
{
    setAccessibleName(messageText(m_evidence.axis));
}

QSize EvidencePlot::sizeHint() const
{
    return {Theme::instance().scaled(220), Theme::instance().scaled(88)};
}

double EvidencePlot::heightOf(double value) const
{
    if (!std::isfinite(value) || m_most <= m_least)
        return m_most == m_least && value == m_most ? 1.0 : -1.0;
    if (!m_evidence.logarithmic)
        return (value - m_least) / (m_most - m_least);
    return value > 0.0 ? std::log(value / m_least) / std::log(m_most / m_least) : -1.0;
}

QRect EvidencePlot::room() const
{
    const int line = QFontMetrics(Theme::instance().font(TextRole::numberCaption)).height();
    return rect().adjusted(0, line + 2, -1, -line - 2);
}

void EvidencePlot::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.setFont(theme.font(TextRole::numberCaption));
    const QRect room = this->room();
    const QFontMetrics metrics = painter.fontMetrics();
    painter.setPen(theme.color(Token::textMuted));
    painter.drawText(QRect(0, 0, width(), room.top()), Qt::AlignLeft | Qt::AlignTop, significantText(m_most));
    painter.drawText(QRect(0, room.bottom() + 2, width(), height() - room.bottom() - 2), Qt::AlignLeft | Qt::AlignBottom,
                     metrics.elidedText(messageText(m_evidence.axis), Qt::ElideRight, width()));
    painter.setPen(theme.color(Token::line));
    painter.drawLine(room.left(), room.bottom(), room.right(), room.bottom());
    const std::size_t count = m_evidence.values.size();
    if (isCurve()) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(theme.color(Token::accent), theme.scaled(2) * 0.75));
        QPolygonF line;
        const double first = m_evidence.positions.front(), last = m_evidence.positions.back();
        for (std::size_t i = 0; i < count; ++i) {
            const double height = heightOf(m_evidence.values[i]);
            if (height < 0.0)
                continue;
            const double x = last > first ? (m_evidence.positions[i] - first) / (last - first) : 0.5;
            line << QPointF(room.left() + x * room.width(), room.bottom() - height * room.height());
        }
        painter.drawPolyline(line);
        return;
    }
    const double bar = room.width() / static_cast<double>(count);
    for (std::size_t i = 0; i < count; ++i) {
        const double height = std::max(1.0, heightOf(m_evidence.values[i]) * room.height());
        painter.fillRect(QRectF(room.left() + static_cast<double>(i) * bar, room.bottom() - height,
                                std::clamp(bar - 1.0, 1.0, static_cast<double>(theme.scaled(24))), height),
                         theme.color(Token::accent));
    }
}

bool EvidencePlot::event(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) {
        describe();
        update();
    }
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    auto* help = static_cast<QHelpEvent*>(event);
    QString tip = messageText(m_evidence.axis);
    const auto at = static_cast<std::size_t>(std::clamp<qint64>(
        (help->x() - room().left()) * static_cast<qint64>(m_evidence.values.size()) / std::max(1, room().width()), 0,
        std::ssize(m_evidence.values) - 1));
    if (!isCurve())
        tip += u'\n' + tr("%1: %2", "name and number").arg(fromStd(m_evidence.names[at]), significantText(m_evidence.values[at]));
    QToolTip::showText(help->globalPos(), tip.toHtmlEscaped(), this);
    return true;
}

} // namespace netsmith::gui
