#include "gui/compress/pareto_plot.h"

#include "engine/losses/measured_quantity.h"
#include "gui/compress/compress_words.h"
#include "gui/plots/plot_look.h"
#include "gui/plots/plot_ticks.h"
#include "gui/training/training_words.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/plain_text.h"
#include "gui/widgets/theme.h"

#include <QHelpEvent>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr double nearPoint = 14.0; ///< pixels
constexpr double dotSize = 9.0;
constexpr double besideAll = 0.08; ///< room around the points, of their range
constexpr std::size_t mostNames = 8;
constexpr int ticksEvery = 72; ///< pixels on the horizontal axis

const double* valueOf(const compress::ChainRun& run, const std::string& name)
{
    if (!run.measures)
        return nullptr;
    const auto found = std::ranges::find(run.measures->values, name, &NamedValues::value_type::first);
    return found == run.measures->values.end() ? nullptr : &found->second;
}

std::optional<double> costOf(const compress::ChainRun& run, ParetoPlot::Cost cost, const std::string& device)
{
    if (cost == ParetoPlot::Cost::bytes)
        return static_cast<double>(run.measures->bytes);
    if (run.measures->device != device)
        return std::nullopt;
    const std::int64_t batch = cost == ParetoPlot::Cost::batch1 ? 1 : 64;
    const auto found = std::ranges::find(run.measures->latencies, batch, &compress::Latency::batch);
    return found == run.measures->latencies.end() ? std::nullopt : std::optional(found->p50);
}

bool isPercent(const std::string& judged)
{
    return measuredQuantity(judged).format == MetricFormat::percent;
}

} // namespace

std::vector<ParetoPoint> paretoPoints(const std::vector<compress::ChainRun>& family, ParetoPlot::Cost cost,
                                      const std::string& judged)
{
    std::string device;
    for (const compress::ChainRun& run : family)
        if (device.empty() && run.measures)
            device = run.measures->device;
    std::vector<ParetoPoint> points;
    std::vector<std::pair<double, double>> costAndWorth;
    for (const compress::ChainRun& run : family) {
        const double* value = valueOf(run, judged);
        const std::optional<double> price = value ? costOf(run, cost, device) : std::nullopt;
        if (!price || !std::isfinite(*value))
            continue;
        points.push_back({.run = run.run,
                          .change = changeText(run),
                          .cost = *price,
                          .worth = *value,
                          .interval = compress::intervalOf(*run.measures, judged)});
        costAndWorth.emplace_back(*price, measuredQuantity(judged).higherIsBetter ? *value : -*value);
    }
    const std::vector<bool> front = compress::paretoFront(costAndWorth);
    for (std::size_t i = 0; i < points.size(); ++i)
        points[i].isFront = front[i];
    return points;
}

/// In which costs are written on the axis.
struct ParetoPlot::Unit {
    QString name;
    double size = 1.0;
};

ParetoPlot::Unit ParetoPlot::unit() const
{
    double most = 0.0;
    for (const ParetoPoint& point : m_points)
        most = std::max(most, point.cost);
    if (m_cost == Cost::bytes)
        return most < 1024.0 * 1024.0 ? Unit{u"KiB"_s, 1024.0} : Unit{u"MiB"_s, 1024.0 * 1024.0};
    return most < 1e-3 ? Unit{u"µs"_s, 1e-6} : most < 1.0 ? Unit{u"ms"_s, 1e-3} : Unit{u"s"_s, 1.0};
}

ParetoPlot::ParetoPlot(QWidget* parent)
    : QCustomPlot(parent)
{
    setObjectName(u"paretoPlot"_s);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    placeOnPage(*this);
    connect(&Theme::instance(), &Theme::changed, this, &ParetoPlot::applyTheme);
    applyTheme();
}

void ParetoPlot::applyTheme()
{
    const Theme& theme = Theme::instance();
    wearTheme(*this);
    axisRect()->setMargins(QMargins(0, theme.scaled(8), theme.scaled(8), 0));
    setMinimumSize(theme.scaled(240), theme.scaled(280));
    draw();
}

void ParetoPlot::show(std::vector<ParetoPoint> points, Cost cost, const std::string& judged)
{
    const std::filesystem::path current = m_current ? m_points[*m_current].run : std::filesystem::path();
    m_points = std::move(points);
    std::ranges::stable_sort(m_points, {}, &ParetoPoint::cost);
    m_cost = cost;
    m_judged = judged;
    const auto found = std::ranges::find(m_points, current, &ParetoPoint::run);
    m_current = found == m_points.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - m_points.begin()));
    draw();
}

QPointF ParetoPlot::placeOf(std::size_t point) const
{
    return {xAxis->coordToPixel(m_points[point].cost / unit().size), yAxis->coordToPixel(m_points[point].worth)};
}

std::optional<std::size_t> ParetoPlot::pointAt(const QPointF& place) const
{
    std::optional<std::size_t> found;
    double nearest = nearPoint;
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        const QPointF at = placeOf(i);
        const double distance = std::hypot(at.x() - place.x(), at.y() - place.y());
        if (distance >= nearest)
            continue;
        nearest = distance;
        found = i;
    }
    return found;
}

QString ParetoPlot::costText(double cost) const
{
    return m_cost == Cost::bytes ? bytesText(static_cast<std::int64_t>(cost)) : durationText(cost);
}

QString ParetoPlot::wordsOf(std::size_t point) const
{
    const ParetoPoint& one = m_points[point];
    const QString worth = quantityText(m_judged, one.worth);
    QString words =
        one.name + u'\n' + one.change + u'\n' + tr("%1: %2", "what was measured, and how much").arg(quantityTitle(m_judged), worth);
    if (one.interval)
        words += u' '
            + tr("(95 %: %1 to %2)", "the ends of an interval")
                  .arg(percentText(one.interval->low), percentText(one.interval->high));
    words += u'\n'
        + tr("%1: %2", "what was measured, and how much")
              .arg(m_cost == Cost::bytes ? tr("Size on disk") : tr("p50"), costText(one.cost));
    return words + u'\n' + (one.isFront ? tr("No other is better in one and as good in the other") : tr("Another one is better"));
}

void ParetoPlot::setRanges()
{
    const double size = unit().size;
    QCPRange x(NAN, NAN), y(NAN, NAN); // which the first point replaces
    for (const ParetoPoint& point : m_points) {
        x.expand(point.cost / size);
        y.expand(point.worth);
        if (point.interval) {
            y.expand(point.interval->low);
            y.expand(point.interval->high);
        }
    }
    if (m_points.empty())
        x = y = QCPRange(0.0, 1.0);
    const auto widened = [](const QCPRange& range) {
        const double room = range.size() > 0.0 ? range.size() * besideAll : std::max(std::abs(range.upper), 1e-3) * besideAll;
        return QCPRange(range.lower - room, range.upper + room);
    };
    xAxis->setRange(std::max(0.0, widened(x).lower), widened(x).upper);
    yAxis->setRange(widened(y));
}

void ParetoPlot::drawPoint(const ParetoPoint& point, bool isCurrent)
{
    const Theme& theme = Theme::instance();
    const QColor color = theme.color(point.isFront ? Token::accent : Token::textMuted);
    const double x = point.cost / unit().size;
    if (point.interval) {
        auto* bar = new QCPItemLine(this);
        bar->start->setCoords(x, point.interval->low);
        bar->end->setCoords(x, point.interval->high);
        bar->setHead(QCPLineEnding(QCPLineEnding::esBar, 7.0));
        bar->setTail(QCPLineEnding(QCPLineEnding::esBar, 7.0));
        bar->setPen(QPen(color, 1.0));
    }
    auto* dot = new QCPGraph(xAxis, yAxis);
    dot->setData(QVector{x}, QVector{point.worth});
    dot->setLineStyle(QCPGraph::lsNone);
    const QColor inside = point.isShown ? color : theme.color(Token::panel);
    dot->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(color, 2.0), inside, dotSize));
    if (!isCurrent)
        return;
    auto* ring = new QCPGraph(xAxis, yAxis);
    ring->setData(QVector{x}, QVector{point.worth});
    ring->setLineStyle(QCPGraph::lsNone);
    ring->setScatterStyle(
        QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(theme.color(Token::focusRing), 2.0), Qt::NoBrush, dotSize + 8.0));
}

void ParetoPlot::drawName(const ParetoPoint& point)
{
    const double x = point.cost / unit().size;
    auto* name = new QCPItemText(this);
    name->position->setCoords(x, point.worth);
    const bool isRight = x > xAxis->range().center(); // else it would be cut off
    const int beside = static_cast<int>(dotSize);
    const bool isAbove = isRight == measuredQuantity(m_judged).higherIsBetter; // on the side that the front does not go to
    name->setPositionAlignment((isRight ? Qt::AlignRight : Qt::AlignLeft) | (isAbove ? Qt::AlignBottom : Qt::AlignTop));
    name->setPadding(QMargins(isRight ? 0 : beside, isAbove ? 0 : 2, isRight ? beside : 0, isAbove ? 2 : 0));
    name->setText(point.change);
    name->setFont(Theme::instance().font(TextRole::caption));
    name->setColor(Theme::instance().color(Token::text));
}

void ParetoPlot::draw()
{
    const Theme& theme = Theme::instance();
    clearPlottables();
    clearItems();
    const bool percent = isPercent(m_judged);
    yAxis->setTicker(ticksFor(PlotQuantity{.id = {}, .title = {}, .percent = percent}, false));
    xAxis->setTicker(ticksFor(PlotQuantity{.id = {}, .title = {}}, false));
    const QString what = m_cost == Cost::bytes ? tr("Size on disk")
        : m_cost == Cost::batch64              ? tr("p50, batch %1").arg(64)
                                               : tr("p50, batch %1").arg(1);
    xAxis->setLabel(tr("%1 (%2)", "a quantity, its unit").arg(what, unit().name));
    yAxis->setLabel(m_judged.empty() ? QString() : quantityTitle(m_judged));
    setRanges();
    auto* front = new QCPCurve(xAxis, yAxis);
    QVector<double> xs, ys;
    std::size_t names = 0;
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        const ParetoPoint& point = m_points[i];
        if (point.isFront) {
            xs << point.cost / unit().size;
            ys << point.worth;
        }
        drawPoint(point, m_current == i && hasFocus());
    }
    for (const ParetoPoint& point : m_points)
        if (point.isFront && names++ < mostNames)
            drawName(point);
    front->setData(xs, ys);
    front->setPen(QPen(theme.color(Token::accent), 1.5, Qt::DashLine));
    QStringList words;
    for (std::size_t i = 0; i < m_points.size(); ++i)
        words << wordsOf(i).replace(u'\n', u", "_s);
    setAccessibleDescription(m_current ? wordsOf(*m_current) : words.join(u'\n'));
    replot(rpQueuedReplot);
}

void ParetoPlot::setCurrent(std::optional<std::size_t> point)
{
    if (m_current == point)
        return;
    m_current = point;
    draw();
    if (m_current && hasFocus())
        showPlainTip(mapToGlobal(placeOf(*m_current).toPoint()), wordsOf(*m_current), this);
}

void ParetoPlot::resizeEvent(QResizeEvent* event)
{
    QCustomPlot::resizeEvent(event);
    xAxis->ticker()->setTickCount(std::clamp(axisRect()->width() / Theme::instance().scaled(ticksEvery), 2, 8));
}

void ParetoPlot::mouseMoveEvent(QMouseEvent* event)
{
    setCursor(pointAt(event->position()) ? Qt::PointingHandCursor : Qt::ArrowCursor);
    QCustomPlot::mouseMoveEvent(event);
}

void ParetoPlot::mouseReleaseEvent(QMouseEvent* event)
{
    QCustomPlot::mouseReleaseEvent(event);
    const std::optional<std::size_t> point = event->button() == Qt::LeftButton ? pointAt(event->position()) : std::nullopt;
    if (!point)
        return;
    setCurrent(point);
    Q_EMIT runChosen(std::filesystem::path(m_points[*point].run));
}

void ParetoPlot::keyPressEvent(QKeyEvent* event)
{
    const bool isNext = event->key() == Qt::Key_Right, isBefore = event->key() == Qt::Key_Left;
    if (!m_points.empty() && (isNext || isBefore)) {
        const std::size_t last = m_points.size() - 1;
        setCurrent(!m_current   ? (isNext ? 0 : last)
                       : isNext ? std::min(*m_current + 1, last)
                                : *m_current - std::min<std::size_t>(*m_current, 1));
        return;
    }
    if (m_current && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space)) {
        Q_EMIT runChosen(std::filesystem::path(m_points[*m_current].run));
        return;
    }
    QCustomPlot::keyPressEvent(event);
}

void ParetoPlot::focusInEvent(QFocusEvent* event)
{
    QCustomPlot::focusInEvent(event);
    if (!m_current && !m_points.empty() && event->reason() != Qt::MouseFocusReason)
        m_current = 0;
    draw();
}

void ParetoPlot::focusOutEvent(QFocusEvent* event)
{
    QCustomPlot::focusOutEvent(event);
    draw();
}

bool ParetoPlot::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const std::optional<std::size_t> point = pointAt(help->pos());
        showPlainTip(help->globalPos(), point ? wordsOf(*point) : QString(), this);
        return true;
    }
    if (event->type() == QEvent::LanguageChange)
        draw();
    return QCustomPlot::event(event);
}

} // namespace netsmith::gui
