#include "gui/predictions/score_plot.h"

#include "gui/plots/plot_look.h"
#include "gui/plots/plot_ticks.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/plain_text.h"
#include "gui/widgets/theme.h"

#include <QHelpEvent>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr double nearPixels = 12.0;
constexpr int ticksApart = 64; ///< pixels on the horizontal axis
constexpr int leastPlot = 160; ///< pixels of the axes beside a legend
constexpr double around = 0.04; ///< room around the points, of their range

QString numberOf(const ScorePlot::Axis& axis, double number)
{
    return axis.percent ? percentText(number) : significantText(number, 4);
}

/// The numbers of one axis over all points, with some room.
QCPRange rangeOf(const std::vector<ScoreSeries>& series, bool ofX)
{
    double least = INFINITY, most = -INFINITY;
    for (const ScoreSeries& one : series) {
        const bool isBars = one.form == ScoreSeries::Form::bars;
        for (const QPointF& point : one.points) {
            const double number = ofX ? point.x() : point.y(), half = ofX && isBars ? one.width / 2.0 : 0.0;
            least = std::min(least, isBars && !ofX ? 0.0 : number - half);
            most = std::max(most, number + half);
        }
    }
    if (least > most)
        return {0.0, 1.0};
    const double room = most > least ? (most - least) * around : std::max(std::abs(most), 1.0) * around;
    return {least == 0.0 && !ofX ? 0.0 : least - room, most + room};
}

} // namespace

ScorePlot::ScorePlot(const QString& objectName, QWidget* parent)
    : QCustomPlot(parent)
{
    setObjectName(objectName);
    makeAxesPlain(*this);
    for (QCPAxis* axis : {xAxis, yAxis})
        axis->setLabelPadding(4);
    axisRect()->setAutoMargins(QCP::msLeft | QCP::msBottom);
    auto* beside = new QCPLayoutGrid; // beside the axes the legend hides nothing
    beside->addElement(0, 0, legend);
    beside->addElement(1, 0, new QCPLayoutElement(this)); // takes the rest of the height
    beside->setRowStretchFactor(0, 0.001);
    plotLayout()->addElement(0, 1, m_beside = beside);
    plotLayout()->setColumnStretchFactor(1, 0.001);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    connect(&Theme::instance(), &Theme::changed, this, &ScorePlot::applyTheme);
    applyTheme();
}

void ScorePlot::applyTheme()
{
    const Theme& theme = Theme::instance();
    wearTheme(*this);
    legend->setFont(theme.font(TextRole::numberCaption));
    legend->setTextColor(theme.color(Token::textSecondary));
    legend->setBrush(Qt::NoBrush);
    legend->setBorderPen(Qt::NoPen);
    legend->setRowSpacing(0);
    axisRect()->setMargins(QMargins(0, theme.scaled(8), theme.scaled(8), 0));
    setMinimumSize(theme.scaled(200), theme.scaled(170));
    draw();
}

void ScorePlot::setAxes(Axis x, Axis y)
{
    m_x = std::move(x);
    m_y = std::move(y);
    xAxis->setTicker(ticksFor(PlotQuantity{.id = {}, .title = {}, .percent = m_x.percent}, false));
    yAxis->setTicker(ticksFor(PlotQuantity{.id = {}, .title = {}, .percent = m_y.percent}, false));
    xAxis->setLabel(m_x.title);
    yAxis->setLabel(m_y.title);
}

void ScorePlot::setSeries(std::vector<ScoreSeries> series, bool diagonal)
{
    m_series = std::move(series);
    m_diagonal = diagonal;
    QStringList names;
    for (const ScoreSeries& one : m_series)
        if (!one.name.isEmpty())
            names << one.name;
    setAccessibleDescription(names.join(u'\n'));
    draw();
}

void ScorePlot::draw()
{
    const Theme& theme = Theme::instance();
    clearPlottables();
    const QCPRange x = m_x.range.value_or(rangeOf(m_series, true)), y = m_y.range.value_or(rangeOf(m_series, false));
    for (const ScoreSeries& one : m_series) {
        const QColor color = theme.color(one.token);
        QVector<double> xs, ys;
        for (const QPointF& point : one.points) {
            xs << point.x();
            ys << point.y();
        }
        QCPAbstractPlottable* made = nullptr;
        if (one.form == ScoreSeries::Form::bars) {
            auto* bars = new QCPBars(xAxis, yAxis);
            bars->setData(xs, ys);
            bars->setWidth(one.width);
            bars->setBrush(color);
            bars->setPen(QPen(theme.color(Token::panel), 1));
            made = bars;
        } else {
            auto* curve = new QCPCurve(xAxis, yAxis);
            curve->setData(xs, ys);
            curve->setPen(QPen(color, 2.0, one.dashed ? Qt::DashLine : Qt::SolidLine));
            if (one.form == ScoreSeries::Form::dots) {
                curve->setLineStyle(QCPCurve::lsNone);
                curve->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, color, color, 4.0));
            }
            made = curve;
        }
        made->setName(one.listed);
        if (one.listed.isEmpty())
            made->removeFromLegend();
    }
    if (m_diagonal) {
        auto* line = new QCPCurve(xAxis, yAxis);
        const double from = std::max(x.lower, y.lower), to = std::min(x.upper, y.upper);
        line->setData(QVector{from, to}, QVector{from, to});
        line->setPen(QPen(theme.color(Token::textMuted), 1.0, Qt::DotLine));
        line->removeFromLegend();
    }
    showLegend();
    xAxis->setRange(x);
    yAxis->setRange(y);
    replot(rpQueuedReplot);
}

void ScorePlot::showLegend()
{
    int widest = 0;
    const QFontMetrics metrics(legend->font());
    for (const ScoreSeries& one : m_series)
        widest = std::max(widest, metrics.horizontalAdvance(one.listed));
    const int plot = width() - widest - legend->iconSize().width();
    const bool fits = widest > 0 && plot >= Theme::instance().scaled(leastPlot);
    if (fits == (m_beside->layout() != nullptr))
        return;
    if (fits) {
        plotLayout()->addElement(0, 1, m_beside);
        plotLayout()->setColumnStretchFactor(1, 0.001);
    } else {
        plotLayout()->take(m_beside); // or it would keep its room
        plotLayout()->simplify();
    }
    legend->setVisible(fits);
}

void ScorePlot::resizeEvent(QResizeEvent* event)
{
    showLegend();
    xAxis->ticker()->setTickCount(std::clamp(axisRect()->width() / Theme::instance().scaled(ticksApart), 1, 5));
    QCustomPlot::resizeEvent(event);
}

QString ScorePlot::wordsAt(const QPointF& place) const
{
    double nearest = nearPixels;
    QString words;
    for (const ScoreSeries& one : m_series) {
        const bool isBars = one.form == ScoreSeries::Form::bars;
        for (const QPointF& point : one.points) {
            const QPointF pixel(xAxis->coordToPixel(point.x()), yAxis->coordToPixel(point.y()));
            const double distance = isBars
                ? (std::abs(xAxis->pixelToCoord(place.x()) - point.x()) <= one.width / 2.0 ? 0.0 : INFINITY)
                : std::hypot(pixel.x() - place.x(), pixel.y() - place.y());
            if (distance >= nearest)
                continue;
            nearest = distance;
            words = (one.name.isEmpty() ? QString() : one.name + u'\n') + tr("%1: %2").arg(m_x.title, numberOf(m_x, point.x()))
                + u'\n' + tr("%1: %2").arg(m_y.title, numberOf(m_y, point.y()));
        }
    }
    return words;
}

bool ScorePlot::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        showPlainTip(help->globalPos(), wordsAt(help->pos()), this);
        return true;
    }
    return QCustomPlot::event(event);
}

} // namespace netsmith::gui
