#include "engine/runs/comparison.h"

#include "engine/cli/command_line.h"
#include "engine/cli/memory_words.h"
#include "engine/cli/project_options.h"
#include "engine/cli/signals.h"
#include "engine/cli/words.h"
#include "engine/telemetry/energy_meter.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace netsmith::cli {
namespace {

struct CompareCommand {
    ProjectOptions project;
    runs::ComparedSettings compared;
    bool fusion = false;
};

Json resultJson(const runs::VariantResult& result)
{
    Json json{{"name", result.name.text()},
              {"run", result.run.string()},
              {"seconds", result.seconds},
              {"memory", memoryJson(result.memory)}};
    if (result.metric)
        json["metric"] = {{"name", result.metric->first}, {"value", result.metric->second}};
    if (result.stepSeconds) {
        json["step_seconds"] = *result.stepSeconds;
        json["samples_per_s"] = *result.samplesPerSecond;
    }
    if (result.joules)
        json["joules"] = *result.joules;
    if (result.error)
        json["error"] = result.error->text();
    return json;
}

/// A row a training; where nothing tells its energy there is no such column.
std::string comparisonText(const std::vector<runs::VariantResult>& results)
{
    using enum Table::Align;
    const bool energy = std::ranges::any_of(results, [](const runs::VariantResult& result) { return result.joules.has_value(); });
    std::vector<Table::Align> columns{left, right, right, right, right, right, right, right, right, right};
    std::vector<std::string> head{"",        "best",      "step",        "samples/s", "time",
                                  "weights", "gradients", "activations", "other",     "memory"};
    if (energy) {
        columns.push_back(right);
        head.emplace_back("energy");
    }
    Table table(columns, 2);
    table.add(head);
    for (const runs::VariantResult& result : results) {
        const auto bytes = [](std::int64_t count) { return count > 0 ? bytesText(static_cast<double>(count)) : ""; };
        const MemoryUse& memory = result.memory;
        std::vector<std::string> row{result.name.text(),
                                     result.error        ? "failed"
                                         : result.metric ? fmt::format("{} {:.4f}", result.metric->first, result.metric->second)
                                                         : "",
                                     result.stepSeconds ? fmt::format("{:.2f} ms", *result.stepSeconds * 1e3) : "",
                                     result.samplesPerSecond ? grouped(static_cast<std::int64_t>(*result.samplesPerSecond)) : "",
                                     result.seconds > 0.0 ? durationText(result.seconds) : "",
                                     bytes(memory.weights),
                                     bytes(memory.gradients),
                                     bytes(memory.activations),
                                     bytes(memory.optimizer + memory.workspace + memory.data),
                                     bytes(memory.total())};
        if (energy)
            row.push_back(result.joules ? fmt::format("{:.0f} J", *result.joules) : "");
        table.add(std::move(row));
    }
    return table.text();
}

int runCompare(Console& console, const CompareCommand& options)
{
    const SignalWatch signals; // before any thread that computes
    applyThreads(options.project);
    runs::ComparedSettings settings = options.compared;
    if (options.fusion)
        settings.fusion = {true, false};
    const std::vector<runs::Variant> variants = runs::variantsOf(openProject(options.project), settings, true);
    runs::CompareOptions how{.stop = signals.token()};
    how.options = [&](const runs::Variant& variant) {
        console.note(variant.name.text());
        train::TrainOptions told{.projectFile = options.project.path,
                                 .dataDir = options.project.dataDir,
                                 .joules = telemetry::energyMeter(variant.project.training.device)};
        told.events.preparing = [&](const train::PreparingEvent& event) {
            console.progress(event.words.text(), event.done, event.total);
        };
        told.events.start = [&](const train::StartEvent& event) { console.note("run: " + event.run.string()); };
        told.events.step = [&console, name = variant.name.text()](const train::StepEvent& event) {
            console.progress(name, event.step, event.totalSteps);
        };
        return told;
    };
    how.done = [&](const runs::VariantResult& result) {
        console.clearProgress();
        console.event("variant", resultJson(result));
        if (result.error)
            console.warn(fmt::format("{}: {}", result.name.text(), result.error->text()));
    };
    const std::vector<runs::VariantResult> results = runs::trainVariants(variants, how);
    console.clearProgress();
    if (signals.exitCode())
        return signals.exitCode();

    console.print(comparisonText(results));
    Json words = Json::array();
    for (const Message& sentence : runs::conclusionsOf(results)) {
        words.push_back(sentence.text());
        console.print(sentence.text());
    }
    console.event("comparison", {{"words", std::move(words)}});
    const bool failed = std::ranges::any_of(results, [](const runs::VariantResult& result) { return result.error.has_value(); });
    return failed ? static_cast<int>(ErrorKind::failed) : 0;
}

} // namespace

void addCompare(CommandLine& line)
{
    CLI::App& command =
        line.add(line.app, "compare", "Train a project in several ways, one after another with the same seed, and compare them");
    const auto options = std::make_shared<CompareCommand>();
    addCommonOptions(command, options->project);
    command.add_option("--precision", options->compared.precisions, "What numbers are computed in, with commas between")
        ->delimiter(',')
        ->check(CLI::IsMember(precisionNames()))
        ->type_name("PRECISION,…")
        ->allow_extra_args(false);
    command.add_option("--batch", options->compared.batches, "Samples a step, with commas between")
        ->delimiter(',')
        ->check(CLI::PositiveNumber)
        ->type_name("N,…")
        ->allow_extra_args(false);
    command.add_option("--device", options->compared.devices, "Devices as \"devices\" lists them, with commas between")
        ->delimiter(',')
        ->type_name("DEVICE,…")
        ->allow_extra_args(false);
    command.add_flag("--fusion", options->fusion, "With operations fused and each by itself");
    command.add_option("--epochs", options->project.epochs, "How often all samples are gone through")
        ->check(CLI::PositiveNumber)
        ->type_name("N");
    command.footer("Each training is a run in \"runs\" beside the project, named after what sets it apart. The others are judged\n"
                   "against the first that was trained to its end; what another seed would change as much says nothing.\n"
                   "Exit code 0: all were trained.");
    line.onRun(command, [&line, options] { return runCompare(line.console, *options); });
}

} // namespace netsmith::cli
