#include "engine/cli/completion.h"
#include "engine/cli/run_commands.h"
#include "engine/cli/words/words.h"
#include "engine/core/files/safe_file.h"
#include "engine/runs/machine/machine_series.h"
#include "engine/runs/machine/run_energy.h"
#include "engine/store/telemetry_table.h"
#include "engine/telemetry/energy_meter.h"
#include "engine/train/learning_rates.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace netsmith::cli {
namespace {

struct RunTelemetryOptions {
    std::string run;
    std::string output;
};

std::string machineText(double value, runs::MachineUnit unit)
{
    switch (unit) {
    case runs::MachineUnit::perSecond: return countText(value) + " samples/s";
    case runs::MachineUnit::share: return fmt::format("{:.1f} %", 100.0 * value);
    case runs::MachineUnit::percent: return fmt::format("{:.0f} %", value);
    case runs::MachineUnit::bytes: return bytesText(value);
    case runs::MachineUnit::watts: return fmt::format("{:.1f} W", value);
    case runs::MachineUnit::celsius: return fmt::format("{:.0f} °C", value);
    case runs::MachineUnit::megahertz: return fmt::format("{:.0f} MHz", value);
    }
    return {};
}

Json spreadJson(const std::optional<runs::MachineFigures::Spread>& spread)
{
    return spread ? Json{{"mean", spread->mean}, {"peak", spread->peak}} : Json();
}

Json numberOrNull(const std::optional<double>& value)
{
    return value ? Json(*value) : Json();
}

int showTelemetry(Console& console, const RunTelemetryOptions& options)
{
    const runs::RunFacts facts = runs::readFacts(options.run);
    const RunRecord& record = facts.record;
    const std::vector<TelemetryRow> rows = readTelemetry(options.run);
    if (rows.empty())
        throw Error(ErrorKind::input,
                    NS_MESSAGE("telemetry.none",
                               "{0} has no record of the machine that can be read: it is from before runs had one, or its "
                               "telemetry.csv was damaged or removed"),
                    options.run);
    if (!options.output.empty()) {
        std::string text = telemetryHeader() + '\n';
        for (const TelemetryRow& row : rows)
            text += telemetryLine(row) + '\n';
        writeFileSafely(options.output, text).take();
        console.event("written", {{"file", options.output}, {"rows", rows.size()}});
        console.note(fmt::format("{} rows written to {}", grouped(std::ssize(rows)), options.output));
    }
    const bool gpu = telemetry::isGpu(record.device);
    const auto figures = runs::machineFigures(rows, gpu);
    const std::int64_t stepsPerEpoch =
        record.trainSamples > 0 ? train::trainingLength(facts.project.training, record.trainSamples).stepsPerEpoch : 0;
    const runs::Costs costs = runs::readCosts().take();
    const runs::RunEnergy energy = runs::energyOf(record, runs::trainedSamples(record, stepsPerEpoch), rows, costs);
    const auto count = [&](TelemetryEvent event) { return std::ranges::count(rows, event, &TelemetryRow::event); };

    Json quantities = Json::object();
    Table table({Table::Align::left, Table::Align::right, Table::Align::right, Table::Align::right, Table::Align::right});
    table.add({"", "mean", "peak", "of this run", "peak"});
    for (const runs::MachineFigures& one : figures) {
        const auto text = [&](const std::optional<runs::MachineFigures::Spread>& spread,
                              double runs::MachineFigures::Spread::*part) {
            return spread ? machineText((*spread).*part, one.series->unit) : std::string("–");
        };
        using Spread = runs::MachineFigures::Spread;
        quantities[one.series->id] = spreadJson(one.all);
        if (one.series->run)
            quantities[std::string(one.series->id) + "_run"] = spreadJson(one.run);
        table.add({one.series->title, text(one.all, &Spread::mean), text(one.all, &Spread::peak),
                   one.series->run ? text(one.run, &Spread::mean) : "", one.series->run ? text(one.run, &Spread::peak) : ""});
    }
    Json marks = Json::object();
    for (const TelemetryEvent event : {TelemetryEvent::start, TelemetryEvent::epoch, TelemetryEvent::validationBegin,
                                       TelemetryEvent::checkpoint, TelemetryEvent::pause})
        marks[std::string(nameOf(event))] = count(event);
    console.event("telemetry",
                  {{"run", options.run},
                   {"device", record.device},
                   {"seconds", record.seconds},
                   {"samples", count(TelemetryEvent::sample)},
                   {"quantities", quantities},
                   {"marks", marks},
                   {"energy",
                    {{"kwh", numberOrNull(energy.kilowattHours)},
                     {"kwh_per_1000_samples", numberOrNull(energy.perThousandSamples)},
                     {"measured_share", energy.measured},
                     {"assumed_share", energy.assumed},
                     {"currency", costs.currency},
                     {"energy_cost", numberOrNull(energy.energyCost)},
                     {"device_cost", numberOrNull(energy.deviceCost)},
                     {"cost", numberOrNull(energy.cost)},
                     {"co2_g", numberOrNull(energy.grams)}}}});
    console.line(fmt::format("{} on {} ({}): {} samples in {}, {} checkpoints, {} pauses", facts.name, record.device,
                             record.deviceName, grouped(count(TelemetryEvent::sample)), durationText(record.seconds),
                             count(TelemetryEvent::checkpoint), count(TelemetryEvent::pause)));
    console.print(table.text());
    Table section({Table::Align::left, Table::Align::left});
    for (const runs::CardFact& fact : runs::energySection(energy, costs).facts)
        section.add({fact.title, fact.value});
    console.print(section.text());
    return 0;
}

} // namespace

void addRunTelemetry(CommandLine& line, CLI::App& runs)
{
    CLI::App& command =
        line.add(runs, "telemetry", "Show how a run used the machine: load, memory, power, temperature, clock, energy and costs");
    const auto options = std::make_shared<RunTelemetryOptions>();
    command.add_option("RUN", options->run, "The run's folder")->required()->type_name(folderType);
    command.add_option("--output", options->output, "Also write every sample and mark to this CSV file")->type_name(fileType);
    command.footer(
        "\"–\" is what this machine did not report. \"netsmith-cli costs\" sets what a kWh and an hour on the device cost.");
    line.onRun(command, [&line, options] { return showTelemetry(line.console, *options); });
}

} // namespace netsmith::cli
