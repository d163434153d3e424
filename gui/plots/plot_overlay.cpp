#include "gui/plots/plot_overlay.h"

#include "gui/plots/plot_inset.h"
#include "gui/widgets/theme.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <span>

namespace netsmith::gui {

PlotOverlay::PlotOverlay(QCustomPlot* plot)
    : QCPAbstractItem(plot)
{
    setSelectable(false);
    setClipToAxisRect(false); // the list may extend over the axis
}

void PlotOverlay::draw(QCPPainter* painter)
{
    const Theme& theme = Theme::instance();
    const QRect area = mParentPlot->axisRect()->rect();
    if (m_box) {
        QColor fill = theme.color(Token::accent);
        fill.setAlphaF(0.15F);
        painter->setAntialiasing(false);
        painter->setPen(QPen(theme.color(Token::accent), 1));
        painter->setBrush(fill);
        painter->drawRect(*m_box);
    }
    if (m_inset)
        m_inset->drawOver(*painter, m_crosshair);
    if (!m_crosshair || !mParentPlot->xAxis->range().contains(m_crosshair->x))
        return;
    const qreal x = std::round(mParentPlot->xAxis->coordToPixel(m_crosshair->x)) + 0.5;
    painter->setAntialiasing(false);
    painter->setPen(QPen(theme.color(Token::textMuted), 1));
    painter->drawLine(QLineF(x, area.top(), x, area.bottom()));
    painter->setAntialiasing(true);
    for (const Crosshair::Row& row : m_crosshair->rows) {
        if (!std::isfinite(row.y))
            continue;
        painter->setPen(QPen(theme.color(Token::panel), 1.5));
        painter->setBrush(row.color);
        painter->drawEllipse(QPointF(mParentPlot->xAxis->coordToPixel(row.x), mParentPlot->yAxis->coordToPixel(row.y)), 4, 4);
    }
    if (m_listed && !m_crosshair->rows.empty())
        drawList(*painter, x, area);
}

void PlotOverlay::drawList(QCPPainter& painter, qreal x, const QRect& area) const
{
    const Theme& theme = Theme::instance();
    const QFont font = theme.font(TextRole::numberCaption);
    const QFontMetricsF metrics(font);
    const qreal padding = theme.scaled(8);
    const qreal swatch = theme.scaled(16);
    const qreal gap = theme.scaled(12);
    const qreal line = metrics.height() + theme.scaled(2);

    std::vector<Crosshair::Row> rows = m_crosshair->rows;
    rows.insert(rows.end(), m_crosshair->beside.begin(), m_crosshair->beside.end());
    std::size_t count = rows.size();
    const auto fitting = static_cast<std::size_t>(std::max(2.0, (area.height() - 2 * padding) / line - 1.0));
    const bool shortened = count > fitting;
    count = std::min(count, shortened ? fitting - 1 : fitting);

    qreal names = 0.0;
    qreal values = 0.0;
    qreal measured = 0.0;
    for (const Crosshair::Row& row : rows) {
        names = std::max(names, metrics.horizontalAdvance(row.name));
        values = std::max(values, metrics.horizontalAdvance(row.value));
        if (!row.measured.isEmpty())
            measured = std::max(measured, metrics.horizontalAdvance(row.measured) + gap);
    }
    if (swatch + names + gap + values + measured + 2 * padding > area.width())
        measured = 0.0; // no room for the raw values
    names = std::min(names, std::max(swatch, area.width() - (swatch + gap + values + 2 * padding))); // names may be long
    const qreal inner = std::max(swatch + names + gap + values + measured, metrics.horizontalAdvance(m_crosshair->heading));
    const QSizeF size(inner + 2 * padding, line * static_cast<double>(count + (shortened ? 2 : 1)) + 2 * padding);

    // Beside the line, on the side with more room, and within the border if possible.
    qreal left = x + gap;
    if (x - area.left() > area.right() - x)
        left = x - gap - size.width();
    left = std::clamp(left, 0.0, std::max<qreal>(0.0, area.right() - size.width()));
    const QRectF box(QPointF(left, area.top()), size);

    painter.setAntialiasing(true);
    painter.setPen(QPen(theme.color(Token::controlBorder), 1));
    painter.setBrush(theme.color(Token::control));
    painter.drawRoundedRect(box.translated(0.5, 0.5), 6, 6);
    painter.setFont(font);
    painter.setPen(theme.color(Token::textSecondary));
    QRectF at(box.left() + padding, box.top() + padding, inner, line);
    painter.drawText(at, Qt::AlignLeft | Qt::AlignVCenter, m_crosshair->heading);
    for (const Crosshair::Row& row : std::span(rows).first(count)) {
        at.translate(0, line);
        QPen pen(row.color, 2, Qt::SolidLine, Qt::FlatCap);
        if (row.dashed)
            pen.setDashPattern({1.5, 1.0});
        painter.setPen(pen);
        painter.drawLine(QLineF(at.left(), at.center().y(), at.left() + swatch * 0.7, at.center().y()));
        painter.setPen(theme.color(Token::textSecondary));
        painter.drawText(at.adjusted(swatch, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(row.name, Qt::ElideRight, names + 1.0));
        if (measured > 0.0)
            painter.drawText(at, Qt::AlignRight | Qt::AlignVCenter, row.measured);
        painter.setPen(theme.color(Token::text));
        painter.drawText(at.adjusted(0, 0, -measured, 0), Qt::AlignRight | Qt::AlignVCenter, row.value);
    }
    if (shortened) {
        at.translate(0, line);
        painter.setPen(theme.color(Token::textSecondary));
        const auto more = static_cast<int>(rows.size() - count); // a named value: lupdate can't parse casts here
        painter.drawText(at, Qt::AlignLeft | Qt::AlignVCenter,
                         QCoreApplication::translate("netsmith::gui::PlotOverlay", "and %n more", nullptr, more));
    }
}

} // namespace netsmith::gui
