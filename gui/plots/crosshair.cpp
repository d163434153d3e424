#include "gui/plots/crosshair.h"

#include "gui/plots/plot_ticks.h"
#include "gui/widgets/number_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(crosshair)
};

/// The step of the point nearest to `x`; the series must not be empty.
double stepAt(const CurveSeries& series, CurveX axis, double x)
{
    return series.x(CurveX::step)[*series.nearest(axis, x)];
}

QString headingAt(const CurveSeries& series, CurveX axis, std::size_t point)
{
    const QString epoch = QLocale().toString(series.x(CurveX::epoch)[point], 'f', 2);
    const QString step = countText(static_cast<std::int64_t>(series.x(CurveX::step)[point]));
    const QString time = durationText(series.x(CurveX::seconds)[point]);
    switch (axis) {
    case CurveX::epoch: return Words::tr("Epoch %1 · step %2 · %3").arg(epoch, step, time);
    case CurveX::step: return Words::tr("Step %2 · epoch %1 · %3").arg(epoch, step, time);
    case CurveX::seconds: return Words::tr("%3 · epoch %1 · step %2").arg(epoch, step, time);
    }
    return {};
}

} // namespace

QString Crosshair::text() const
{
    QStringList parts{heading};
    std::vector<Row> all = rows;
    all.insert(all.end(), beside.begin(), beside.end());
    for (const Row& row : all)
        parts << (row.measured.isEmpty() ? Words::tr("%1: %2").arg(row.name, row.value)
                                         : Words::tr("%1: %2, measured %3").arg(row.name, row.value, row.measured));
    return parts.join(u"; "_s);
}

Crosshair crosshairAt(double x, CurveX axis, const PlotQuantity& quantity, const std::vector<PlotCurve>& curves)
{
    Crosshair out;
    out.x = x;
    const CurveSeries* densest = nullptr;
    for (const PlotCurve& curve : curves) {
        const auto point = curve.series->nearest(axis, x);
        if (!point || curve.kind == CurveKind::marks)
            continue;
        if (!densest || curve.series->size() > densest->size())
            densest = curve.series;
        const double shown = curve.series->values(curve.shown())[*point];
        const double raw = curve.series->values(CurveTraceKind::raw)[*point];
        const bool smoothed = curve.kind == CurveKind::train && curve.series->smoothing() > 0.0;
        out.rows.push_back({curve.color, isDashed(curve.kind), curve.name, valueText(quantity, shown),
                            smoothed ? valueText(quantity, raw) : QString(), curve.series->x(axis)[*point], shown});
    }
    for (const PlotCurve& curve : curves) { // a mark counts only at its own step
        const auto point = curve.kind == CurveKind::marks && densest
            ? curve.series->nearest(CurveX::step, stepAt(*densest, axis, x))
            : std::nullopt;
        if (point && curve.series->x(CurveX::step)[*point] == stepAt(*densest, axis, x)) {
            const double value = curve.series->values(CurveTraceKind::raw)[*point];
            out.rows.push_back(
                {curve.color, false, curve.name, valueText(quantity, value), {}, curve.series->x(axis)[*point], value});
        }
    }
    std::ranges::stable_sort(out.rows, [](const Crosshair::Row& a, const Crosshair::Row& b) {
        return a.y > b.y || (std::isnan(b.y) && !std::isnan(a.y)); // NaN sorts below all numbers
    });
    if (densest)
        out.heading = headingAt(*densest, axis, *densest->nearest(axis, x));
    return out;
}

void addBeside(Crosshair& crosshair, CurveX axis, const PlotQuantity& quantity, const std::vector<PlotCurve>& curves)
{
    for (const PlotCurve& curve : curves)
        if (const auto point = curve.series->nearest(axis, crosshair.x)) {
            const double value = curve.series->values(curve.shown())[*point];
            crosshair.beside.push_back(
                {curve.color, false, curve.name, valueText(quantity, value), {}, curve.series->x(axis)[*point], value});
        }
    std::vector<Crosshair::Row>& rows = crosshair.beside;
    const auto isSame = [&](const Crosshair::Row& row) { return row.value == rows.back().value; };
    if (rows.size() > 1 && std::ranges::all_of(rows, isSame)) { // shown once if all rows agree
        rows.front() = rows.back();
        rows.front().name = quantity.title;
        rows.resize(1);
    }
}

} // namespace netsmith::gui
