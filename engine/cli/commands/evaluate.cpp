#include "engine/train/evaluation.h"

#include "engine/cli/command_line.h"
#include "engine/cli/completion.h"
#include "engine/cli/evaluate_details.h"
#include "engine/cli/terminal/signals.h"
#include "engine/cli/words/advice.h"
#include "engine/cli/words/words.h"
#include "engine/core/parallel.h"

#include <fmt/format.h>

#include <memory>

namespace netsmith::cli {
namespace {

struct EvaluateOptions {
    std::string run;
    std::string device;
    std::string dataDir;
    std::vector<std::string> inputs;
    bool training = false;
    bool details = false;
    EvaluationDetails detailed;
    int threads = 0;
};

Json tableJson(const train::ConfusionTable& table)
{
    Json rows = Json::array();
    for (auto row = table.counts.begin(); row != table.counts.end(); row += table.classes) {
        Json counts = Json::array();
        for (auto count = row; count != row + table.classes; ++count)
            counts.push_back(static_cast<std::int64_t>(*count));
        rows.push_back(std::move(counts));
    }
    return rows;
}

/// A row for each right class, with how often each was predicted. With many classes the columns have numbers, which the rows
/// explain.
std::string tableText(const train::ConfusionTable& confusion)
{
    constexpr std::size_t namedColumnsAtMost = 12;
    const auto width = static_cast<std::size_t>(confusion.classes);
    const bool named = confusion.classNames.size() == width;
    const bool numbered = named && width > namedColumnsAtMost;
    Table table(std::vector(width + 1, Table::Align::right), 2);
    std::vector<std::string> row{"right \\ predicted"};
    for (std::size_t c = 0; c < width; ++c)
        row.push_back(named && !numbered ? confusion.classNames[c] : std::to_string(c));
    table.add(std::move(row));
    for (std::size_t right = 0; right < width; ++right) {
        const std::string number = std::to_string(right);
        row = {!named ? number : numbered ? confusion.classNames[right] + " " + number : confusion.classNames[right]};
        for (std::size_t c = 0; c < width; ++c)
            row.push_back(grouped(static_cast<std::int64_t>(confusion.counts[right * width + c])));
        table.add(std::move(row));
    }
    return confusion.name + ":\n" + table.text();
}

/// The samples evaluated on; `training` is what the training's own are called.
std::string part(train::Evaluation::Part part, const char* training)
{
    using Part = train::Evaluation::Part;
    return part == Part::validation ? "validation" : part == Part::training ? training : "given";
}

int run(Console& console, const EvaluateOptions& options)
{
    const SignalWatch signals;
    if (options.threads > 0)
        setThreadCount(options.threads);
    if (options.training && !options.inputs.empty())
        throw Error(ErrorKind::usage,
                    NS_MESSAGE("cli.evaluate.training", "--training evaluates on the run's own samples; leave out the files"));
    const train::EvaluateOptions asked{.device = options.device,
                                       .dataDir = options.dataDir,
                                       .inputs = {options.inputs.begin(), options.inputs.end()},
                                       .training = options.training,
                                       .stop = signals.token()};
    train::Evaluation result;
    try {
        result = train::evaluateRun(options.run, asked);
    } catch (const Error& error) {
        if (!signals.exitCode())
            throw;
        console.note(error.what());
        return signals.exitCode();
    }
    Json json{{"run", options.run},
              {"checkpoint", result.checkpoint.string()},
              {"step", result.step},
              {"epochs_done", result.epochsDone},
              {"device", result.device},
              {"data", withAdvice(result.data)},
              {"part", part(result.part, "train")},
              {"samples", result.samples}};
    std::string words;
    for (const auto& [name, value] : result.values) {
        json[name] = value;
        words += fmt::format("  {} {:.4f}", name, value);
    }
    for (const train::ConfusionTable& table : result.tables) {
        json[table.name] = tableJson(table);
        if (!table.classNames.empty())
            json[table.name + "_classes"] = table.classNames;
    }
    for (const auto& [name, value] : result.persistence)
        json["persistence"][name] = value;
    json["seconds"] = result.seconds;
    console.event("evaluation", json);
    for (const Message& warning : result.warnings)
        console.warn(warning.text());
    console.note("data: " + withAdvice(result.data));
    console.line(fmt::format("step {} on {} {} samples:{}  ({})", result.step, grouped(result.samples),
                             part(result.part, "training"), words, durationText(result.seconds)));
    if (!result.persistence.empty())
        console.line(train::persistenceWords(result.persistence).text());
    for (const train::ConfusionTable& table : result.tables)
        console.print(tableText(table));
    if (!options.details && options.detailed.output.empty())
        return 0;
    try {
        tellDetails(console, options.run, asked, options.detailed);
    } catch (const Error& error) {
        if (!signals.exitCode())
            throw;
        console.note(error.what());
        return signals.exitCode();
    }
    return 0;
}

} // namespace

void addEvaluate(CommandLine& line)
{
    CLI::App& command = line.add(line.app, "evaluate",
                                 "Evaluate a run's newest checkpoint, or a given one, on its validation samples or on given ones");
    const auto options = std::make_shared<EvaluateOptions>();
    command.add_option("RUN", options->run, "The run's folder, or one of its checkpoints")->required()->type_name(folderType);
    command
        .add_option(
            "INPUT", options->inputs,
            "Files and folders of labeled samples to evaluate on instead: one folder per class, .npy and .npz files with y, CSV "
            "files with the column that was learned")
        ->type_name(fileType);
    command.add_flag("--training", options->training, "Evaluate on the samples that the run was trained on");
    command.add_flag("--details", options->details,
                     "Also show each class's precision, recall and areas under its curves, the most common confusions, the "
                     "calibration and the worst mistakes; for numbers their errors");
    command
        .add_option("--output", options->detailed.output,
                    "Write these as CSV tables to this folder, with the points of the curves and every prediction")
        ->type_name(folderType);
    command.add_option("--worst", options->detailed.worst, "Number of mistakes to show")
        ->check(wholeNumber(0, 1000000))
        ->type_name("N")
        ->capture_default_str();
    command.add_option("--device", options->device, "The device, if not the run's")->type_name("DEVICE");
    command.add_option("--data-dir", options->dataDir, "The folder to search for data first")->type_name(folderType);
    command.add_option("--threads", options->threads, "Number of CPU threads")->check(wholeNumber(1, 4096))->type_name("N");
    line.onRun(command, [&line, options] { return run(line.console, *options); });
}

} // namespace netsmith::cli
