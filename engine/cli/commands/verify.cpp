#include "engine/runs/comparing/verification.h"

#include "engine/cli/command_line.h"
#include "engine/cli/completion.h"
#include "engine/cli/terminal/signals.h"
#include "engine/cli/words/words.h"

#include <fmt/format.h>

#include <memory>

namespace netsmith::cli {
namespace {

struct VerifyCommand {
    std::string run;
    std::string workDir;
    runs::VerifyOptions options;
    std::string dataDir;
};

Json verificationJson(const VerifyCommand& command, const runs::Verification& result)
{
    Json environment = Json::object(), notes = Json::array();
    for (const runs::FactDifference& fact : result.environment)
        environment[fact.name] = {fact.values[0].value_or(""), fact.values[1].value_or("")};
    for (const Message& note : result.notes)
        notes.push_back(note.text());
    Json json{{"run", command.run},           {"identical", result.identical()},   {"steps", result.steps},
              {"run_steps", result.runSteps}, {"checkpoints", result.checkpoints}, {"environment", std::move(environment)},
              {"notes", std::move(notes)}};
    if (result.row)
        json["row"] = {{"step", result.row->step},     {"epoch", result.row->epoch}, {"of_epoch", result.row->ofEpoch},
                       {"column", result.row->column}, {"then", result.row->then},   {"now", result.row->now}};
    if (result.checkpoint)
        json["weights"] = {{"step", result.checkpoint->step},
                           {"first", result.checkpoint->parameters.front()},
                           {"differ", result.checkpoint->parameters.size()},
                           {"of", result.checkpoint->count}};
    json["verdict"] = result.verdict().text();
    json["seconds"] = result.seconds;
    return json;
}

int verify(Console& console, VerifyCommand command)
{
    const SignalWatch signals; // before any compute thread starts
    command.options.dataDir = command.dataDir;
    command.options.workDir = command.workDir;
    command.options.stop = signals.token();
    command.options.preparing = [&](const PreparingEvent& event) { console.progress(event.words.text(), event.done, event.total); };
    command.options.progress = [&](std::int64_t done, std::int64_t total) { console.progress("training again", done, total); };
    runs::Verification result;
    try {
        result = runs::verifyRun(command.run, command.options);
    } catch (const Error& error) {
        if (!signals.exitCode())
            throw;
        console.note(error.what());
        return signals.exitCode();
    }
    console.event("verification", verificationJson(command, result));
    for (const runs::FactDifference& fact : result.environment)
        console.line(
            fmt::format("changed: {}: {} then, {} now", fact.name, fact.values[0].value_or(""), fact.values[1].value_or("")));
    for (const Message& note : result.notes)
        console.line(note.text());
    console.line(fmt::format("{}  ({})", result.verdict().text(), durationText(result.seconds)));
    return result.identical() ? 0 : static_cast<int>(ErrorKind::failed);
}

} // namespace

void addVerify(CommandLine& line)
{
    CLI::App& command =
        line.add(line.app, "verify", "Train a run again from its own settings and check that the result is bit-identical");
    const auto options = std::make_shared<VerifyCommand>();
    command.add_option("RUN", options->run, "The run's folder; it is only read")->required()->type_name(folderType);
    command.add_option("--steps", options->options.steps, "Only the first N steps (all)")->check(wholeNumber(1))->type_name("N");
    command.add_option("--data-dir", options->dataDir, "The folder to search for data first")->type_name(folderType);
    command.add_option("--work-dir", options->workDir, "Where the training's temporary folder is made (the system's default)")
        ->type_name(folderType);
    command.add_option("--threads", options->options.threads, "Number of CPU threads (as many as the run had)")
        ->check(wholeNumber(1, 4096))
        ->type_name("N");
    command.footer(
        "What has changed since then (data, build, instruction set, threads, libraries) is listed first. Exit code 0: bit-\n"
        "identical; 1: not, and the first step and layer that differ are named.");
    line.onRun(command, [&line, options] { return verify(line.console, *options); });
}

} // namespace netsmith::cli
