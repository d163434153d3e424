#include "gui/plots/mark_lines.h"

#include "gui/widgets/theme.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>

namespace netsmith::gui {
namespace {

constexpr std::array everyMark{PlotMark::Kind::epoch, PlotMark::Kind::validation, PlotMark::Kind::checkpoint,
                               PlotMark::Kind::pause};
constexpr double leastGap = 8.0; ///< pixels between lines of a kind: more of them would be a grey surface
constexpr float bandStrength = 0.10F;
constexpr int legendSwatch = 10, legendSwatchRoom = 14, legendEntryGap = 16; // pixels at a text size of 13 px

double coordinateOf(const CurvePoint& point, CurveX x)
{
    switch (x) {
    case CurveX::step: return static_cast<double>(point.step);
    case CurveX::epoch: return point.epoch;
    case CurveX::seconds: return point.seconds;
    }
    return 0.0;
}

} // namespace

MarkLines::MarkLines(QCustomPlot* plot)
    : QCPAbstractItem(plot)
{
    setLayer(QStringLiteral("grid"));
    setSelectable(false);
}

QPen MarkLines::penOf(PlotMark::Kind kind)
{
    const Theme& theme = Theme::instance();
    switch (kind) {
    case PlotMark::Kind::epoch: return {theme.color(Token::controlBorder), 1.0, Qt::SolidLine, Qt::FlatCap};
    case PlotMark::Kind::validation: return {theme.color(Token::validation), 1.0, Qt::DotLine, Qt::FlatCap};
    case PlotMark::Kind::checkpoint: return {theme.color(Token::good), 1.0, Qt::DashLine, Qt::FlatCap};
    case PlotMark::Kind::pause: break;
    }
    return {theme.color(Token::careful), 1.5, Qt::DashDotLine, Qt::FlatCap};
}

void MarkLines::draw(QCPPainter* painter)
{
    if (!m_marks)
        return;
    const QCPAxis& axis = *parentPlot()->xAxis;
    const QRectF area = parentPlot()->axisRect()->rect();
    const double sight = axis.range().size();
    painter->setAntialiasing(false);
    for (const PlotMark::Kind kind : everyMark) {
        const auto inSight = std::ranges::count_if(*m_marks, [&](const PlotMark& mark) {
            return mark.kind == kind && axis.range().contains(coordinateOf(mark.begin, m_x));
        });
        if (inSight == 0 || sight <= 0.0)
            continue;
        // Where there are too many, every second, fourth, … is drawn: always the same ones while the run goes on.
        std::size_t stride = 1;
        while (static_cast<double>(inSight) / static_cast<double>(stride) * leastGap > area.width())
            stride *= 2;
        std::size_t number = 0;
        for (const PlotMark& mark : *m_marks) {
            if (mark.kind != kind || ++number % stride != 0)
                continue;
            const double from = axis.coordToPixel(coordinateOf(mark.begin, m_x)),
                         to = axis.coordToPixel(coordinateOf(mark.end, m_x));
            if (to < area.left() || from > area.right())
                continue;
            const QPen pen = penOf(kind);
            if (to - from >= 1.0) {
                QColor band = pen.color();
                band.setAlphaF(bandStrength);
                painter->fillRect(QRectF(QPointF(from, area.top()), QPointF(to, area.bottom())) & area, band);
            }
            painter->setPen(pen);
            const double x = std::round(from); // without smoothing, the pixel itself
            if (x >= area.left() && x <= area.right())
                painter->drawLine(QLineF(x, area.top(), x, area.bottom()));
        }
    }
}

MarkLegend::MarkLegend(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("markLegend"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    tell();
}

QString MarkLegend::titleOf(PlotMark::Kind kind)
{
    switch (kind) {
    case PlotMark::Kind::epoch: return tr("end of an epoch");
    case PlotMark::Kind::validation: return tr("validation", "what the run did then");
    case PlotMark::Kind::checkpoint: return tr("checkpoint");
    case PlotMark::Kind::pause: break;
    }
    return tr("pause");
}

void MarkLegend::setMarks(const std::vector<PlotMark>* marks)
{
    std::array<bool, PlotMark::kinds> shown{};
    if (marks)
        for (const PlotMark& mark : *marks)
            shown[static_cast<std::size_t>(mark.kind)] = true;
    setVisible(marks && std::ranges::find(shown, true) != shown.end());
    if (shown == m_shown)
        return;
    m_shown = shown;
    tell();
}

void MarkLegend::tell()
{
    QStringList titles;
    for (const PlotMark::Kind kind : everyMark)
        if (m_shown[static_cast<std::size_t>(kind)])
            titles << titleOf(kind);
    const QString text = tr("Vertical lines: %1").arg(titles.join(tr(", ", "between two kinds of lines")));
    setAccessibleName(text);
    setToolTip(text);
    update();
}

QSize MarkLegend::sizeHint() const
{
    const Theme& theme = Theme::instance();
    return {theme.scaled(200), QFontMetrics(theme.font(TextRole::caption)).height() + theme.scaled(6)};
}

void MarkLegend::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        tell();
}

void MarkLegend::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.setFont(theme.font(TextRole::caption));
    const QFontMetricsF metrics(painter.font());
    double x = theme.scaled(12);
    for (const PlotMark::Kind kind : everyMark) {
        if (!m_shown[static_cast<std::size_t>(kind)])
            continue;
        QPen pen = MarkLines::penOf(kind);
        pen.setWidthF(2.0);
        painter.setPen(pen);
        painter.drawLine(QLineF(x, height() / 2.0, x + theme.scaled(legendSwatch) + 4.0, height() / 2.0));
        x += theme.scaled(legendSwatchRoom) + 4.0;
        painter.setPen(theme.color(Token::textSecondary));
        const QString title = titleOf(kind);
        painter.drawText(QRectF(x, 0.0, metrics.horizontalAdvance(title) + 1.0, height()), Qt::AlignVCenter | Qt::AlignLeft, title);
        x += metrics.horizontalAdvance(title) + theme.scaled(legendEntryGap);
    }
}

} // namespace netsmith::gui
