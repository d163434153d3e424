#include "gui/plots/rate_plot.h"

#include "gui/plots/plot_look.h"
#include "gui/plots/plot_ticks.h"
#include "gui/widgets/theme.h"

#include <QEvent>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int plotHeight = 140;
constexpr double aboveFirst = 1.3; ///< the losses diverge at the end, which would flatten the rest

} // namespace

RatePlot::RatePlot(QWidget* parent)
    : QCustomPlot(parent)
    , m_losses(addGraph())
    , m_smoothed(addGraph())
    , m_mark(new QCPItemStraightLine(this))
{
    setObjectName(u"ratePlot"_s);
    xAxis->setScaleType(QCPAxis::stLogarithmic);
    xAxis->setTicker(QSharedPointer<QCPAxisTickerLog>(new QCPAxisTickerLog));
    xAxis->setNumberFormat(u"eb"_s); // powers of ten
    xAxis->setNumberPrecision(0);
    yAxis->setTicker(ticksFor(PlotQuantity{}, false));
    yAxis->ticker()->setTickCount(3);
    makeAxesPlain(*this);
    xAxis->grid()->setVisible(false);
    axisRect()->setAutoMargins(QCP::msLeft | QCP::msBottom);
    setMinimumWidth(0);
    connect(&Theme::instance(), &Theme::changed, this, &RatePlot::applyTheme);
    clear();
    applyTheme();
}

void RatePlot::applyTheme()
{
    const Theme& theme = Theme::instance();
    wearTheme(*this);
    const QColor color = theme.color(Token::accent);
    QColor faint = color;
    faint.setAlphaF(0.35F);
    m_losses->setPen(QPen(faint, 1.0));
    m_smoothed->setPen(QPen(color, 2.0));
    m_mark->setPen(QPen(theme.color(Token::text), 1.0, Qt::DashLine));
    axisRect()->setMargins(QMargins(0, theme.scaled(8), theme.scaled(8), 0));
    setFixedHeight(theme.scaled(plotHeight));
    replot(rpQueuedReplot);
}

void RatePlot::clear()
{
    m_losses->data()->clear();
    m_smoothed->data()->clear();
    m_mark->setVisible(false);
    refresh();
}

void RatePlot::add(double rate, double loss, double smoothed)
{
    m_losses->addData(rate, loss);
    m_smoothed->addData(rate, smoothed);
    refresh();
}

void RatePlot::mark(std::optional<double> rate)
{
    m_mark->setVisible(rate.has_value());
    if (rate) {
        m_mark->point1->setCoords(*rate, 0.0);
        m_mark->point2->setCoords(*rate, 1.0);
    }
    refresh();
}

void RatePlot::refresh()
{
    if (m_smoothed->data()->isEmpty())
        return;
    const auto points = m_smoothed->data();
    const double first = points->constBegin()->value;
    double lowest = first, highest = first;
    for (const QCPGraphData& point : *points) {
        lowest = std::min(lowest, point.value);
        highest = std::max(highest, point.value);
    }
    highest = std::min(highest, aboveFirst * first);
    const double room = 0.05 * std::max(highest - lowest, 1e-6);
    yAxis->setRange(lowest - room, highest + room);
    const double from = points->constBegin()->key;
    xAxis->setRange(from, std::max(from * 10.0, (points->constEnd() - 1)->key));
    replot(rpQueuedReplot);
}

void RatePlot::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LocaleChange)
        replot(rpQueuedReplot);
    QCustomPlot::changeEvent(event);
}

} // namespace netsmith::gui
