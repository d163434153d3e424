#include "gui/runs/machine_plots.h"

#include "engine/runs/machine/machine_series.h"
#include "engine/telemetry/energy_meter.h"
#include "gui/plots/plot_panel.h"
#include "gui/widgets/engine_text.h"

#include <QCoreApplication>

#include <optional>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

struct MachineWords {
    Q_DECLARE_TR_FUNCTIONS(MachinePlots)
};

/// In the unit of the plot's axis.
double plotted(double value, runs::MachineUnit unit)
{
    constexpr double gibibyte = 1024.0 * 1024.0 * 1024.0;
    switch (unit) {
    case runs::MachineUnit::percent: return value / 100.0; // plots show fractions in percent
    case runs::MachineUnit::bytes: return value / gibibyte;
    case runs::MachineUnit::megahertz: return value / 1000.0;
    case runs::MachineUnit::perSecond:
    case runs::MachineUnit::share:
    case runs::MachineUnit::watts:
    case runs::MachineUnit::celsius: break;
    }
    return value;
}

QString unitText(runs::MachineUnit unit)
{
    switch (unit) {
    case runs::MachineUnit::perSecond: return MachineWords::tr("samples/s");
    case runs::MachineUnit::bytes: return u"GiB"_s;
    case runs::MachineUnit::watts: return u"W"_s;
    case runs::MachineUnit::celsius: return u"°C"_s;
    case runs::MachineUnit::megahertz: return u"GHz"_s;
    case runs::MachineUnit::share:
    case runs::MachineUnit::percent: break;
    }
    return {};
}

/// Unlike the ids of measurements, which may be any metric's.
std::string plotIdOf(const runs::MachineSeries& series)
{
    return std::string("machine/") + series.id;
}

std::optional<PlotMark::Kind> markKindOf(TelemetryEvent event)
{
    switch (event) {
    case TelemetryEvent::epoch: return PlotMark::Kind::epoch;
    case TelemetryEvent::validationBegin:
    case TelemetryEvent::validationEnd: return PlotMark::Kind::validation;
    case TelemetryEvent::checkpoint: return PlotMark::Kind::checkpoint;
    case TelemetryEvent::pause: return PlotMark::Kind::pause;
    case TelemetryEvent::resume: // no training time passes in a pause
    case TelemetryEvent::start:
    case TelemetryEvent::sample: break;
    }
    return std::nullopt;
}

} // namespace

void plotMachine(PlotPanel& plots, const std::string& run, const runs::RunCurves& points)
{
    const auto pointAt = [&](const TelemetryRow& row, double value = 0.0) {
        const double epoch =
            points.stepsPerEpoch > 0 ? static_cast<double>(row.step) / static_cast<double>(points.stepsPerEpoch) : 0.0;
        return CurvePoint{row.step, epoch, row.seconds, value};
    };
    for (const runs::MachineSeries& series : runs::machineSeries(telemetry::isGpu(points.device))) {
        std::vector<CurvePoint> all, own;
        for (const TelemetryRow& row : points.machine) {
            if (row.event != TelemetryEvent::sample)
                continue;
            if (const auto value = series.valueIn(row))
                all.push_back(pointAt(row, plotted(*value, series.unit)));
            if (const auto value = series.runIn(row))
                own.push_back(pointAt(row, plotted(*value, series.unit)));
        }
        if (!all.empty())
            plots.append(run, plotIdOf(series), series.run ? CurveKind::machineAll : CurveKind::machine, all);
        if (!own.empty())
            plots.append(run, plotIdOf(series), CurveKind::machine, own);
    }
    std::vector<PlotMark> marks;
    std::optional<CurvePoint> began = plots.lastValidation(run);
    for (const TelemetryRow& row : points.machine)
        if (const auto kind = markKindOf(row.event)) {
            const CurvePoint at = pointAt(row);
            if (row.event == TelemetryEvent::validationBegin)
                began = at;
            const bool ends = row.event == TelemetryEvent::validationEnd;
            if (!ends || began)
                marks.push_back({*kind, ends ? *began : at, at});
        }
    if (!marks.empty())
        plots.mark(run, marks);
}

std::vector<PlotQuantity> machinePlots(const SeenMachine& seen)
{
    std::vector<PlotQuantity> plots;
    for (const runs::MachineSeries& series : runs::machineSeries(seen.gpu)) {
        const QString title = engineText(series.title, "machine"), unit = unitText(series.unit);
        PlotQuantity quantity{plotIdOf(series),
                              unit.isEmpty() ? title
                                             : MachineWords::tr("%1, %2", "a quantity of the machine, its unit").arg(title, unit),
                              Better::neither};
        quantity.percent = series.unit == runs::MachineUnit::percent || series.unit == runs::MachineUnit::share;
        quantity.machine = true;
        plots.push_back(std::move(quantity));
    }
    return plots;
}

std::map<std::string, QString> machineAbsence(const SeenMachine& seen)
{
    std::map<std::string, QString> absence;
    for (const runs::MachineSeries& series : runs::machineSeries(seen.gpu)) {
        QString why;
        if (!seen.samples)
            why = seen.live ? MachineWords::tr("The first values come after about a second of training.")
                            : MachineWords::tr("The machine was not recorded when this was trained.");
        else if (series.unit == runs::MachineUnit::share)
            why = MachineWords::tr(
                "The peak of this device is not known. Run \"netsmith-cli devices --benchmark\" once to measure it.");
        else if (series.unit == runs::MachineUnit::perSecond || series.unit == runs::MachineUnit::percent)
            why = MachineWords::tr("The run was too short to measure this.");
        else if (seen.gpu)
            why = MachineWords::tr("The GPU's driver does not report this.");
        else if (series.unit == runs::MachineUnit::watts)
            why = MachineWords::tr(
                "This machine does not report the processor's power, or only to administrators. The card of a run can "
                "count with a power that you type in.");
        else if (series.unit == runs::MachineUnit::celsius)
            why = MachineWords::tr("This machine does not report the processor's temperature.");
        else if (series.unit == runs::MachineUnit::megahertz)
            why = MachineWords::tr("This machine does not report the processor's clock.");
        else
            why = MachineWords::tr("This machine does not report this.");
        absence[plotIdOf(series)] = why;
    }
    return absence;
}

} // namespace netsmith::gui
