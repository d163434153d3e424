#include "engine/cli/command_line.h"

#include "engine/cli/terminal/help_format.h"
#include "engine/cli/words/advice.h"
#include "engine/core/system_reason.h"
#include "engine/graph/nearest_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <memory>
#include <new>
#include <string_view>
#include <vector>

namespace netsmith::cli {
namespace {

constexpr const char* footer = R"(
Results go to standard output (with --json one JSON object per line), the log and the progress bar to standard error.
Exit codes: 0 done, 1 failed, 2 usage, 3 bad input, 4 memory or disk, 5 diverged, 6 device lost, 129, 130 or 143 stopped
by a signal (SIGHUP, SIGINT, SIGTERM) after a checkpoint.)";

std::string firstLine(std::string_view text)
{
    return std::string(text.substr(0, text.find('\n')));
}

/// The command that was being parsed: the deepest one on the line.
const CLI::App& deepest(const CLI::App& app)
{
    const auto chosen = app.get_subcommands();
    return chosen.empty() ? app : deepest(*chosen.front());
}

/// "there is no command "trian"; did you mean "train"?" if a word stands where a command is expected; else empty.
std::string unknownCommand(const CLI::App& app)
{
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
        names.push_back(command->get_name());
    const std::vector<std::string> words = app.remaining();
    if (names.empty() || words.empty() || words.front().starts_with('-'))
        return {};
    const std::string near = nearestName(words.front(), names);
    return fmt::format("there is no command \"{}\"{}", words.front(),
                       near.empty() ? "" : fmt::format("; did you mean \"{}\"?", near));
}

/// Options of other programs that are settings of a project here.
constexpr std::array<std::pair<std::string_view, std::string_view>, 9> elsewhere{{
    {"--batch-size", "--batch 64"},
    {"--dropout", "--set dropout_1.rate=0.5 with the layer's name"},
    {"--learning-rate", "--set optimizer.learning_rate=0.001"},
    {"--loss", "--set loss=mean_squared_error"},
    {"--lr", "--set optimizer.learning_rate=0.001"},
    {"--optimizer", "--set optimizer=sgd"},
    {"--patience", "--set early_stopping.patience=5"},
    {"--schedule", "--set schedule=cosine"},
    {"--validation-split", "--set data.validation=split --set data.validation_split=0.2"},
}};

/// "there is no option "--epoch"; did you mean "--epochs"?" if a word looks like an option; else empty.
std::string unknownOption(const CLI::App& app)
{
    const std::vector<std::string> words = app.remaining();
    const auto found = std::ranges::find_if(words, [](const std::string& word) { return word.starts_with("--"); });
    if (found == words.end())
        return {};
    const std::string word = found->substr(0, found->find('='));
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options())
        for (const std::string& name : option->get_lnames())
            names.push_back("--" + name);
    const auto other = std::ranges::find(elsewhere, std::string_view(word), &std::pair<std::string_view, std::string_view>::first);
    std::string advice;
    if (other != elsewhere.end() && std::ranges::find(names, "--set") != names.end())
        advice = fmt::format("; write {}", other->second);
    else if (const std::string near = nearestName(word, names); !near.empty())
        advice = fmt::format("; did you mean \"{}\"?", near);
    return fmt::format("there is no option \"{}\"{}", word, advice);
}

std::string fullName(const CLI::App& app)
{
    return app.get_parent() ? fullName(*app.get_parent()) + " " + app.get_name() : app.get_name();
}

/// The first option on the line that was given an empty value where a path, a name or another value is needed; none if all have
/// theirs. Those for free text declare none or TEXT.
const CLI::Option* firstEmpty(const CLI::App& app)
{
    for (const CLI::Option* option : app.get_options([](const CLI::Option* one) { return one->count() > 0; }))
        if (const std::string type = option->get_type_name();
            !type.empty() && type != "TEXT" && std::ranges::count(option->results(), std::string()) > 0)
            return option;
    for (const CLI::App* command : app.get_subcommands())
        if (const CLI::Option* option = firstEmpty(*command))
            return option;
    return nullptr;
}

} // namespace

CLI::Validator wholeNumber(std::int64_t least, std::int64_t most)
{
    const auto problem = [least, most](const std::string& text) -> std::string {
        std::int64_t number = 0;
        const char* end = text.data() + text.size();
        const auto [rest, code] = std::from_chars(text.data(), end, number);
        if (code == std::errc() && rest == end && number >= least && number <= most)
            return {};
        const bool isOpen = most == std::numeric_limits<std::int64_t>::max() && code != std::errc::result_out_of_range;
        return fmt::format("expected a whole number from {}{}, got \"{}\"", least, isOpen ? " up" : fmt::format(" to {}", most),
                           text);
    };
    return {problem, ""};
}

CommandLine::CommandLine()
    : app("Netsmith on the command line: checks, trains, evaluates and times neural networks.", "netsmith-cli")
{
    app.set_version_flag("--version", "netsmith-cli " NETSMITH_VERSION, "Show the version and exit");
    app.require_subcommand(1);
    app.footer(footer);
    app.formatter(std::make_shared<HelpFormat>());
    app.get_formatter()->column_width(34);
    app.set_help_flag("-h,--help", "Show this help and exit");
    addDevices(*this);
    addSelftest(*this);
    addRegistries(*this);
    addData(*this);
    addCheck(*this);
    addLrRange(*this);
    addMatch(*this);
    addTrain(*this);
    addTwin(*this);
    addEvaluate(*this);
    addImport(*this);
    addModels(*this);
    addInspect(*this);
    addPredict(*this);
    addRuns(*this);
    addVerify(*this);
    addBench(*this);
    addProfile(*this);
    addDoctor(*this);
    addTrace(*this);
    addAttribute(*this);
    addExplain(*this);
    addWeights(*this);
    addTensors(*this);
    addExport(*this);
    addPack(*this);
    addCompress(*this);
    addEmbed(*this);
    addCompare(*this);
    addCosts(*this);
    addCompletion(*this);
}

CLI::App& CommandLine::add(CLI::App& parent, const std::string& name, const std::string& doc)
{
    CLI::App& command = *parent.add_subcommand(name, doc);
    command.footer("");
    return command;
}

void CommandLine::onRun(CLI::App& command, std::function<int()> action)
{
    command.add_flag("--json", console.json, "Print one JSON object per line instead of text");
    command.callback([this, &command, action = std::move(action)] {
        if (command.get_subcommands().empty()) // else one of those was chosen, and the parser calls both
            m_chosen = action;
    });
}

int CommandLine::run(int argc, const char* const* argv)
{
    int code = 0;
    const auto fail = [&](ErrorKind kind, std::string_view text) {
        code = static_cast<int>(kind);
        console.error(code, text);
    };
    try {
        words.assign(argv, argv + argc);
        code = parse(argc, argv);
        if (m_chosen)
            code = m_chosen();
        console.flush();
    } catch (const Error& error) {
        fail(error.kind(), withAdvice(error.message()));
    } catch (const std::bad_alloc&) {
        fail(ErrorKind::resources, "there is not enough memory; close other programs or choose a smaller batch");
    } catch (const std::filesystem::filesystem_error& error) { // for example because the current folder was removed
        const std::string place = error.path1().empty() ? "the current folder" : error.path1().string();
        fail(ErrorKind::failed, fmt::format("can't access {}: {}", place, systemReason(error.code().value()).text()));
    } catch (const std::exception& error) {
        fail(ErrorKind::failed, fmt::format("something unexpected happened, a bug in Netsmith: {}", error.what()));
    }
    return code;
}

int CommandLine::parse(int argc, const char* const* argv)
{
    // An error may come before the parser has seen the switch.
    for (int i = 1; i < argc; ++i)
        console.json |= std::string_view(argv[i]) == "--json";
    try {
        app.parse(argc, argv);
        if (const CLI::Option* empty = firstEmpty(app))
            throw CLI::ValidationError(empty->get_name(), "it is empty; leave it out or say which");
        return 0;
    } catch (const CLI::CallForVersion&) {
        fmt::print("{}\n", app.version());
    } catch (const CLI::Success&) { // --help
        if (const std::string unknown = unknownCommand(deepest(app)); !unknown.empty())
            return reportUsage(unknown);
        fmt::print("{}", app.help());
    } catch (const CLI::ParseError& error) {
        return report(error);
    }
    m_chosen = nullptr;
    return 0;
}

int CommandLine::report(const CLI::ParseError& error)
{
    const CLI::App& command = deepest(app);
    std::string unknown = unknownCommand(command);
    if (unknown.empty() && dynamic_cast<const CLI::ExtrasError*>(&error))
        unknown = unknownOption(command);
    return reportUsage(unknown.empty() ? firstLine(error.what()) : unknown);
}

int CommandLine::reportUsage(const std::string& words)
{
    m_chosen = nullptr;
    const int code = static_cast<int>(ErrorKind::usage);
    console.error(code, fmt::format("{}; see \"{} --help\"", words, fullName(deepest(app))));
    return code;
}

} // namespace netsmith::cli
