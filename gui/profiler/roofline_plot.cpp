#include "gui/profiler/roofline_plot.h"

#include "gui/plots/plot_look.h"
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

using inspect::LayerShare;

constexpr double nearPixels = 14.0;
constexpr double leastDot = 5.0, mostDot = 18.0; ///< pixels
constexpr std::size_t mostNames = 5;
constexpr double giga = 1e9;

/// Powers of ten, in units of the axis.
class PowerTicker final : public QCPAxisTickerLog {
public:
    explicit PowerTicker(double unit)
        : m_unit(unit)
    {
    }

    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return numberText(tick / m_unit, 3); }

private:
    double m_unit;
};

} // namespace

RooflinePlot::RooflinePlot(QWidget* parent)
    : QCustomPlot(parent)
{
    setObjectName(u"rooflinePlot"_s);
    for (QCPAxis* axis : {xAxis, yAxis}) {
        axis->setScaleType(QCPAxis::stLogarithmic);
        axis->setTicker(QSharedPointer<PowerTicker>(new PowerTicker(axis == yAxis ? giga : 1.0)));
        axis->setLabelPadding(4);
    }
    makeAxesPlain(*this);
    axisRect()->setAutoMargins(QCP::msLeft | QCP::msBottom);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, &RooflinePlot::applyTheme);
    applyTheme();
}

void RooflinePlot::applyTheme()
{
    const Theme& theme = Theme::instance();
    wearTheme(*this);
    axisRect()->setMargins(QMargins(0, theme.scaled(8), theme.scaled(8), 0));
    setMinimumSize(theme.scaled(240), theme.scaled(240));
    draw();
}

void RooflinePlot::show(const inspect::TrainingProfile& profile)
{
    m_limits = profile.limits;
    m_step = profile.sum();
    m_points.clear();
    for (const LayerShare& layer : layersOf(profile))
        if (!layer.layer.empty() && layer.flops > 0.0 && layer.bytes > 0.0 && layer.seconds() > 0.0)
            m_points.push_back(layer);
    std::ranges::stable_sort(m_points, std::ranges::greater(), &LayerShare::seconds);
    draw();
}

QPointF RooflinePlot::placeOf(std::size_t point) const
{
    return {xAxis->coordToPixel(m_points[point].intensity()), yAxis->coordToPixel(m_points[point].rate())};
}

void RooflinePlot::draw()
{
    const Theme& theme = Theme::instance();
    clearPlottables();
    clearItems();
    xAxis->setLabel(tr("FLOP for each byte moved"));
    yAxis->setLabel(tr("GFLOP/s"));
    double left = 0.1, right = 100.0, low = 1e8, high = std::max(m_limits.flops, 1e9);
    for (const LayerShare& point : m_points) {
        left = std::min(left, point.intensity() / 2.0);
        right = std::max(right, point.intensity() * 2.0);
        low = std::min(low, point.rate() / 2.0);
        high = std::max(high, point.rate());
    }
    xAxis->setRange(left, right);
    yAxis->setRange(low, high * 2.0);
    if (m_limits.flops > 0.0) {
        auto* roof = new QCPCurve(xAxis, yAxis);
        QVector<double> xs, ys;
        const double ridge = m_limits.bandwidth > 0.0 ? m_limits.flops / m_limits.bandwidth : left;
        for (const double x : {left, std::clamp(ridge, left, right), right}) {
            xs << x;
            ys << roofAt(m_limits, x);
        }
        roof->setData(xs, ys);
        roof->setPen(QPen(theme.color(Token::textSecondary), 2.0));
    }
    double longest = 0.0;
    for (const LayerShare& point : m_points)
        longest = std::max(longest, point.seconds());
    const QColor color = theme.color(Token::accent);
    for (std::size_t i = 0; i < m_points.size(); ++i) { // the area of a dot is its time
        const LayerShare& point = m_points[i];
        auto* dot = new QCPGraph(xAxis, yAxis);
        dot->setData(QVector{point.intensity()}, QVector{point.rate()});
        dot->setLineStyle(QCPGraph::lsNone);
        QColor inside = color;
        inside.setAlphaF(0.6F);
        const double size = std::max(leastDot, mostDot * std::sqrt(point.seconds() / longest));
        dot->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(color, 1.0), inside, size));
        if (i >= mostNames)
            continue;
        auto* name = new QCPItemText(this);
        name->position->setCoords(point.intensity(), point.rate());
        const bool isRight = std::log(point.intensity() / left) > 0.7 * std::log(right / left); // else it would be cut off
        const int beside = static_cast<int>(size / 2.0) + 4;
        name->setPositionAlignment((isRight ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
        name->setPadding(isRight ? QMargins(0, 0, beside, 0) : QMargins(beside, 0, 0, 0));
        name->setText(fromStd(point.layer));
        name->setFont(theme.font(TextRole::caption));
        name->setColor(theme.color(Token::text));
    }
    QStringList words;
    for (const LayerShare& point : m_points)
        words << tr("%1: %2").arg(fromStd(point.layer), flopRateText(point.rate()));
    setAccessibleDescription(words.join(u'\n'));
    replot(rpQueuedReplot);
}

QString RooflinePlot::wordsAt(const QPointF& place) const
{
    double nearest = nearPixels;
    QString words;
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        const LayerShare& point = m_points[i];
        const QPointF at = placeOf(i);
        const double distance = std::hypot(at.x() - place.x(), at.y() - place.y());
        if (distance >= nearest)
            continue;
        nearest = distance;
        words = fromStd(point.layer) + u'\n'
            + tr("%1, %2 of the step").arg(durationText(point.seconds()), percentText(point.seconds() / m_step)) + u'\n'
            + flopRateText(point.rate()) + u'\n' + tr("%1 FLOP for each byte").arg(significantText(point.intensity()));
        if (const double roof = roofAt(m_limits, point.intensity()); roof > 0.0)
            words += u'\n'
                + (point.rate() <= roof ? tr("%1 of what the device can do with them").arg(percentText(point.rate() / roof))
                                        : tr("more than its memory allows: the numbers stay in the caches"));
    }
    return words;
}

bool RooflinePlot::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        showPlainTip(help->globalPos(), wordsAt(help->pos()), this);
        return true;
    }
    if (event->type() == QEvent::LanguageChange)
        draw();
    return QCustomPlot::event(event);
}

} // namespace netsmith::gui
