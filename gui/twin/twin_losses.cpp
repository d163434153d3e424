#include "gui/twin/twin_losses.h"

#include "gui/plots/plot_look.h"
#include "gui/plots/plot_ticks.h"
#include "gui/widgets/theme.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int lossesHeight = 120;

} // namespace

TwinLosses::TwinLosses(QWidget* parent)
    : QCustomPlot(parent)
    , m_exact(addGraph())
    , m_low(addGraph())
{
    setObjectName(u"twinLosses"_s);
    xAxis->setTicker(ticksFor(CurveX::step, false));
    yAxis->setTicker(ticksFor(PlotQuantity{}, false));
    yAxis->ticker()->setTickCount(3);
    makeAxesPlain(*this);
    xAxis->grid()->setVisible(false);
    axisRect()->setAutoMargins(QCP::msLeft | QCP::msBottom);
    setMinimumWidth(0);
    connect(&Theme::instance(), &Theme::changed, this, &TwinLosses::applyTheme);
    applyTheme();
}

void TwinLosses::applyTheme()
{
    const Theme& theme = Theme::instance();
    wearTheme(*this);
    m_exact->setPen(QPen(theme.color(Token::accent), 2.0));
    m_low->setPen(QPen(theme.color(Token::validation), 2.0, Qt::DashLine));
    axisRect()->setMargins(QMargins(0, theme.scaled(8), theme.scaled(8), 0));
    setMinimumHeight(theme.scaled(lossesHeight));
    replot(rpQueuedReplot);
}

void TwinLosses::clear()
{
    m_exact->data()->clear();
    m_low->data()->clear();
    replot(rpQueuedReplot);
}

void TwinLosses::add(std::span<const twin::TwinStep> steps)
{
    for (const twin::TwinStep& step : steps) {
        if (step.loss)
            m_exact->addData(static_cast<double>(step.step), *step.loss);
        if (step.lowLoss)
            m_low->addData(static_cast<double>(step.step), *step.lowLoss);
    }
    rescaleAxes();
    yAxis->scaleRange(1.1);
    replot(rpQueuedReplot);
}

} // namespace netsmith::gui
