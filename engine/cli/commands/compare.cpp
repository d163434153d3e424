#include "engine/runs/comparing/compared_lists.h"
#include "engine/runs/comparing/comparison_words.h"

#include "engine/cli/command_line.h"
#include "engine/cli/project_options.h"
#include "engine/cli/terminal/signals.h"
#include "engine/cli/weight_options.h"
#include "engine/cli/words/memory_words.h"
#include "engine/cli/words/words.h"
#include "engine/inspect/measured_peaks.h"
#include "engine/telemetry/energy_meter.h"
#include "engine/telemetry/others_meter.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>

namespace netsmith::cli {
namespace {

struct CompareCommand {
    ProjectOptions project;
    runs::ComparedSettings compared;
    std::string learningRates;
    std::string seeds;
    std::vector<std::string> starts;
    WeightOptions weights;
    bool fusion = false;
};

Json resultJson(const runs::VariantResult& result)
{
    Json json{{"name", result.name.text()},
              {"run", result.run.string()},
              {"setting", result.setting.text()},
              {"seconds", result.seconds},
              {"memory", memoryJson(result.memory)}};
    if (result.metric)
        json["metric"] = {{"name", result.metric->first}, {"value", result.metric->second}};
    if (result.stepSeconds) {
        json["step_seconds"] = *result.stepSeconds;
        json["samples_per_s"] = *result.samplesPerSecond;
    }
    if (result.others)
        json["others_cpu_share"] = *result.others;
    if (result.joules)
        json["joules"] = *result.joules;
    if (result.error)
        json["error"] = result.error->text();
    return json;
}

struct ComparedColumn {
    std::string title;
    std::function<std::string(const runs::VariantResult&)> text; ///< empty where it is not known
};

std::vector<ComparedColumn> comparedColumns()
{
    using Result = runs::VariantResult;
    const auto bytes = [](std::int64_t count) { return count > 0 ? bytesText(static_cast<double>(count)) : std::string(); };
    std::vector<ComparedColumn> columns{
        {"", [](const Result& result) { return result.name.text(); }},
        {"best",
         [](const Result& result) {
             return result.error ? std::string("failed")
                 : result.metric ? fmt::format("{} {:.4f}", result.metric->first, result.metric->second)
                                 : std::string();
         }},
        {"step",
         [](const Result& result) {
             return result.stepSeconds ? fmt::format("{:.2f} ms", *result.stepSeconds * 1e3) : std::string();
         }},
        {"samples/s",
         [](const Result& result) {
             return result.samplesPerSecond ? grouped(static_cast<std::int64_t>(*result.samplesPerSecond)) : std::string();
         }},
        {"time", [](const Result& result) { return result.seconds > 0.0 ? durationText(result.seconds) : std::string(); }},
        {"memory", [bytes](const Result& result) { return bytes(result.memory.total()); }}};
    for (const MemoryClass& kind : memoryClasses)
        columns.push_back({kind.name, [bytes, kind](const Result& result) { return bytes(result.memory.*kind.bytes); }});
    columns.push_back({"other CPU", [](const Result& result) {
                           return result.others ? fmt::format("{:.0f} %", *result.others * 100.0) : std::string();
                       }});
    columns.push_back(
        {"energy", [](const Result& result) { return result.joules ? fmt::format("{:.0f} J", *result.joules) : std::string(); }});
    return columns;
}

/// One row per training. What is unknown for all of them has no column, such as the energy if nothing measures it.
std::string comparisonText(const std::vector<runs::VariantResult>& results)
{
    std::vector<ComparedColumn> columns = comparedColumns();
    std::erase_if(columns, [&](const ComparedColumn& column) {
        return std::ranges::all_of(results, [&](const runs::VariantResult& result) { return column.text(result).empty(); });
    });
    std::vector<Table::Align> sides(columns.size(), Table::Align::right);
    if (!sides.empty())
        sides.front() = Table::Align::left;
    Table table(sides, 2);
    std::vector<std::string> head;
    for (const ComparedColumn& column : columns)
        head.push_back(column.title);
    table.add(std::move(head));
    for (const runs::VariantResult& result : results) {
        std::vector<std::string> row;
        for (const ComparedColumn& column : columns)
            row.push_back(column.text(result));
        table.add(std::move(row));
    }
    return table.text();
}

int runCompare(Console& console, const CompareCommand& options)
{
    const SignalWatch signals; // before any compute thread starts
    applyMachineOptions(options.project);
    runs::ComparedSettings settings = options.compared;
    if (options.fusion)
        settings.fusion = {true, false};
    settings.learningRates = runs::learningRatesFrom(options.learningRates).take();
    settings.seeds = runs::seedsFrom(options.seeds).take();
    for (const std::string& start : options.starts)
        settings.starts.push_back(runs::startNamed(start));
    Project project = openProject(options.project);
    if (auto weights = chosenWeights(project, options.weights, options.project.dataDir))
        setInitialWeights(project, train::pinned(std::move(*weights))); // all start from the same
    const std::vector<runs::Variant> variants = runs::variantsOf(project, settings, true);
    runs::CompareOptions how{.stop = signals.token()};
    how.othersShare = telemetry::othersMeter();
    how.options = [&](const runs::Variant& variant) {
        console.note(variant.name.text());
        train::TrainOptions told{.projectFile = options.project.path,
                                 .dataDir = options.project.dataDir,
                                 .joules = telemetry::energyMeter(variant.project.training.device),
                                 .peakFlops = inspect::measuredPeak(variant.project)};
        told.events.preparing = [&](const PreparingEvent& event) { console.progress(event.words.text(), event.done, event.total); };
        told.events.start = [&](const train::StartEvent& event) { console.note("run: " + event.run.string()); };
        told.events.step = [&console, name = variant.name.text()](const train::StepEvent& event) {
            console.progress(name, event.step, event.totalSteps);
        };
        return told;
    };
    how.done = [&](const runs::VariantResult& result) {
        console.event("variant", resultJson(result));
        if (result.error)
            console.warn(fmt::format("{}: {}", result.name.text(), result.error->text()));
    };
    const std::vector<runs::VariantResult> results = runs::trainVariants(variants, how);
    if (signals.exitCode())
        return signals.exitCode();

    console.print(comparisonText(results));
    Json words = Json::array();
    for (const Message& sentence : runs::conclusionsOf(results).all()) {
        words.push_back(sentence.text());
        console.line(sentence.text());
    }
    Json json{{"words", std::move(words)}};
    for (const auto& [name, value] : runs::persistenceOf(results))
        json["persistence"][name] = value;
    console.event("comparison", json);
    const bool failed = std::ranges::any_of(results, [](const runs::VariantResult& result) { return result.error.has_value(); });
    return failed ? static_cast<int>(ErrorKind::failed) : 0;
}

std::vector<std::string> startNames()
{
    std::vector<std::string> names;
    for (const runs::Start start : runs::starts)
        names.emplace_back(runs::idOf(start));
    return names;
}

/// Refuses what `read` does, before anything is trained.
template <class Read>
CLI::Validator listOf(Read read)
{
    const auto problem = [read](const std::string& text) {
        const auto list = read(text);
        return list ? std::string() : list.error().message().text();
    };
    return {problem, ""};
}

} // namespace

void addCompare(CommandLine& line)
{
    CLI::App& command = line.add(line.app, "compare", "Train a project with several settings, one after another, and compare them");
    const auto options = std::make_shared<CompareCommand>();
    addCommonOptions(command, options->project);
    command.add_option("--precision", options->compared.precisions, "Numeric precision to compute in, separated by commas")
        ->delimiter(',')
        ->check(CLI::IsMember(precisionNames()))
        ->type_name("PRECISION,…")
        ->allow_extra_args(false);
    command.add_option("--batch", options->compared.batches, "Samples per step, separated by commas")
        ->delimiter(',')
        ->check(wholeNumber(1))
        ->type_name("N,…")
        ->allow_extra_args(false);
    command.add_option("--device", options->compared.devices, "Devices as \"devices\" lists them, separated by commas")
        ->delimiter(',')
        ->type_name("DEVICE,…")
        ->allow_extra_args(false);
    command.add_option("--learning-rate", options->learningRates, "The optimizer's learning rates, separated by commas")
        ->check(listOf(&runs::learningRatesFrom))
        ->type_name("RATE,…");
    command
        .add_option("--seeds", options->seeds,
                    "Seeds, separated by commas or as a range such as 1-5: how much of a difference is chance")
        ->check(listOf(&runs::seedsFrom))
        ->type_name("N,…");
    command
        .add_option("--start", options->starts,
                    "What training starts from, separated by commas: pretrained is the project as it is, with its initial weights "
                    "and frozen layers; fine-tuned has the same weights, and all layers are trained; scratch has random weights, "
                    "and all layers are trained")
        ->delimiter(',')
        ->check(CLI::IsMember(startNames()))
        ->type_name("START,…")
        ->allow_extra_args(false);
    command
        .add_option("--weights", options->weights.path,
                    "The initial weights, in place of the project's: a run, a checkpoint or a file")
        ->type_name("RUN|FILE");
    addMatchingOptions(command, options->weights, "weights");
    command.add_flag("--fusion", options->fusion, "With and without operation fusion");
    command.add_option("--epochs", options->project.epochs, "Number of passes over the training samples")
        ->check(wholeNumber(1))
        ->type_name("N");
    command.footer(
        "Each training is a run in \"runs\" next to the project, named after the settings that differ. All are compared\n"
        "with the first that completed its training. With several seeds, a difference counts if Welch's t-test gives\n"
        "it a p-value below 5 %, divided by the number of settings compared.\n"
        "Exit code 0: all were trained.");
    line.onRun(command, [&line, options] { return runCompare(line.console, *options); });
}

} // namespace netsmith::cli
