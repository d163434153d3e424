#include "gui/compress/sensitivity_plot.h"

#include "engine/losses/measured_quantity.h"
#include "gui/compress/compress_words.h"
#include "gui/plots/plot_look.h"
#include "gui/plots/plot_ticks.h"
#include "gui/training/training_words.h"
#include "gui/widgets/distinct_colors.h"
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

constexpr double nearCurve = 12.0; ///< pixels
constexpr double triedSize = 4.0;
constexpr double chosenSize = 10.0;
constexpr double roomBeside = 0.06; ///< room above and below, of the values' range

QString layerIn(const Json& json)
{
    const auto name = json.find("layer"), tied = json.find("tied");
    if (name == json.end() || !name->is_string())
        return {};
    QString text = fromStd(name->get<std::string>());
    if (tied != json.end() && tied->is_array() && !tied->empty())
        text = SensitivityPlot::tr("%1 and %n more", "a layer and those tied to it", static_cast<int>(tied->size())).arg(text);
    return text;
}

} // namespace

std::optional<SensitivityCurves> sensitivityOf(const compress::ChainRun& run)
{
    const auto plan = run.how.is_object() ? run.how.find("plan") : run.how.end();
    if (plan == run.how.end() || !plan->is_object())
        return std::nullopt;
    const auto judged = plan->find("judged"), layers = plan->find("layers");
    const std::optional<double> whole = numberIn(*plan, "value");
    if (judged == plan->end() || !judged->is_string() || layers == plan->end() || !layers->is_array() || !whole)
        return std::nullopt;
    SensitivityCurves curves{.judged = judged->get<std::string>()};
    for (const Json& json : *layers) {
        const std::optional<double> channels = numberIn(json, "channels"), removed = numberIn(json, "removed");
        if (!removed || !channels || *channels < 1.0 || !json.contains("points") || !json["points"].is_array())
            continue;
        SensitivityCurve curve{.layer = layerIn(json), .points = {{0.0, *whole}}, .chosen = *removed / *channels};
        for (const Json& point : json["points"]) {
            const std::optional<double> gone = numberIn(point, "removed"), value = numberIn(point, "value");
            if (gone && value && *gone / *channels > curve.points.back().x() && *gone <= *channels)
                curve.points.emplace_back(*gone / *channels, *value);
        }
        if (!curve.layer.isEmpty() && curve.points.size() > 1 && curve.chosen >= 0.0 && curve.chosen <= 1.0)
            curves.layers.push_back(std::move(curve));
    }
    return curves.layers.empty() ? std::nullopt : std::optional(std::move(curves));
}

SensitivityPlot::SensitivityPlot(QWidget* parent)
    : QCustomPlot(parent)
{
    setObjectName(u"sensitivityPlot"_s);
    setMouseTracking(true);
    placeOnPage(*this);
    connect(&Theme::instance(), &Theme::changed, this, &SensitivityPlot::applyTheme);
    applyTheme();
}

void SensitivityPlot::applyTheme()
{
    const Theme& theme = Theme::instance();
    wearTheme(*this);
    axisRect()->setMargins(QMargins(0, theme.scaled(8), theme.scaled(12), 0));
    setMinimumSize(theme.scaled(240), theme.scaled(260));
    draw();
}

void SensitivityPlot::show(SensitivityCurves curves)
{
    m_curves = std::move(curves);
    draw();
}

double SensitivityPlot::valueAt(const SensitivityCurve& curve, double share)
{
    const auto after = std::ranges::find_if(curve.points, [&](const QPointF& point) { return point.x() >= share; });
    if (after == curve.points.end())
        return curve.points.back().y();
    if (after == curve.points.begin())
        return after->y();
    const QPointF& before = *std::prev(after);
    return before.y() + (after->y() - before.y()) * (share - before.x()) / (after->x() - before.x());
}

QString SensitivityPlot::wordsOf(std::size_t layer) const
{
    const SensitivityCurve& curve = m_curves.layers[layer];
    const auto value = [&](double share) { return quantityText(m_curves.judged, valueAt(curve, share)); };
    return curve.chosen > 0.0
        ? tr("%1: %2 of the channels removed; alone that leaves %3 at %4", "a layer, a share, a quantity and its value")
              .arg(curve.layer, percentText(curve.chosen, 0), quantityTitle(m_curves.judged), value(curve.chosen))
        : tr("%1: keeps all channels", "a layer").arg(curve.layer);
}

std::optional<std::size_t> SensitivityPlot::layerAt(const QPointF& place) const
{
    std::optional<std::size_t> found;
    double nearest = nearCurve;
    for (std::size_t i = 0; i < m_curves.layers.size(); ++i) {
        const SensitivityCurve& curve = m_curves.layers[i];
        const double share = xAxis->pixelToCoord(place.x()) / 100.0;
        const auto distanceTo = [&](double x) {
            return std::hypot(xAxis->coordToPixel(100.0 * x) - place.x(), yAxis->coordToPixel(valueAt(curve, x)) - place.y());
        };
        double distance = curve.chosen > 0.0 ? distanceTo(curve.chosen) : nearCurve;
        if (share >= 0.0 && share <= curve.points.back().x())
            distance = std::min(distance, distanceTo(share));
        if (distance >= nearest)
            continue;
        nearest = distance;
        found = i;
    }
    return found;
}

void SensitivityPlot::draw()
{
    const Theme& theme = Theme::instance();
    clearPlottables();
    const bool percent = measuredQuantity(m_curves.judged).format == MetricFormat::percent;
    yAxis->setTicker(ticksFor(PlotQuantity{.id = {}, .title = {}, .percent = percent}, false));
    xAxis->setTicker(ticksFor(PlotQuantity{.id = {}, .title = {}}, false));
    xAxis->setLabel(tr("Channels removed of one layer (%)"));
    yAxis->setLabel(m_curves.judged.empty() ? QString() : quantityTitle(m_curves.judged));
    QCPRange y(NAN, NAN);
    QStringList words;
    for (std::size_t i = 0; i < m_curves.layers.size(); ++i) {
        const SensitivityCurve& curve = m_curves.layers[i];
        const QColor color = theme.color(distinctToken(i));
        auto* line = new QCPCurve(xAxis, yAxis);
        QVector<double> xs, ys;
        for (const QPointF& point : curve.points) {
            xs << 100.0 * point.x();
            ys << point.y();
            y.expand(point.y());
        }
        line->setData(xs, ys);
        // Colours repeat; then the line is another one.
        line->setPen(QPen(color, 1.5, i < distinctTokens.size() ? Qt::SolidLine : Qt::DashLine));
        line->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, color, color, triedSize));
        words << wordsOf(i);
        if (curve.chosen == 0.0)
            continue;
        auto* dot = new QCPGraph(xAxis, yAxis);
        dot->setData(QVector{100.0 * curve.chosen}, QVector{valueAt(curve, curve.chosen)});
        dot->setLineStyle(QCPGraph::lsNone);
        dot->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(theme.color(Token::panel), 2.0), color, chosenSize));
    }
    const double room = std::isfinite(y.lower) ? std::max(y.size() * roomBeside, 1e-3) : 0.0;
    yAxis->setRange(std::isfinite(y.lower) ? QCPRange(y.lower - room, y.upper + room) : QCPRange(0.0, 1.0));
    xAxis->setRange(0.0, 100.0);
    setAccessibleDescription(words.join(u'\n'));
    replot(rpQueuedReplot);
}

bool SensitivityPlot::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const std::optional<std::size_t> layer = layerAt(help->pos());
        showPlainTip(help->globalPos(), layer ? wordsOf(*layer) : QString(), this);
        return true;
    }
    if (event->type() == QEvent::LanguageChange)
        draw();
    return QCustomPlot::event(event);
}

} // namespace netsmith::gui
