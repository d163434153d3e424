#include "engine/runner/program.h"

#include "engine/core/error.h"
#include "engine/core/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>

namespace netsmith::runner {
namespace {

constexpr std::int64_t largestBatch = 65536;

std::string onOneLine(const Json& object)
{
    // A path need not be UTF-8, but JSON must be.
    return visibleJson(object.dump(-1, ' ', false, Json::error_handler_t::replace)) + '\n';
}

} // namespace

void Output::write(std::string_view text)
{
    if (m_writeError == 0 && (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0))
        m_writeError = errno;
}

void Output::line(std::string_view text)
{
    if (!json)
        write(visibleText(text) + '\n');
}

void Output::object(const Json& object)
{
    if (json)
        write(onOneLine(object));
}

void Output::warn(std::string_view text)
{
    std::fputs(("warning: " + visibleText(text) + '\n').c_str(), stderr);
    object({{"event", "warning"}, {"message", text}});
}

void Output::error(int code, std::string_view text)
{
    std::fputs(("error: " + visibleText(text) + '\n').c_str(), stderr);
    object({{"event", "error"}, {"code", code}, {"message", text}});
}

void Output::flush()
{
    if (m_writeError != 0)
        throw Error(ErrorKind::resources, NS_MESSAGE("runner.stdout", "the result could not be written to standard output: {0}"),
                    std::strerror(m_writeError));
}

CLI::Validator wholeNumber(std::int64_t least, std::int64_t most)
{
    const auto problem = [least, most](const std::string& text) -> std::string {
        std::int64_t number = 0;
        const auto [rest, code] = std::from_chars(text.data(), text.data() + text.size(), number);
        const bool fits = code == std::errc() && rest == text.data() + text.size() && number >= least && number <= most;
        return fits ? std::string() : fmt::format("expected a whole number from {} to {}, got \"{}\"", least, most, text);
    };
    return {problem, ""};
}

bool parse(CLI::App& app, Output& output, std::vector<std::string> arguments)
{
    // An error may come before the parser has seen the switch.
    output.json = std::ranges::find(arguments, "--json") != arguments.end();
    std::ranges::reverse(arguments); // as the parser wants them
    try {
        app.parse(std::move(arguments));
        return true;
    } catch (const CLI::CallForVersion&) {
        fmt::print("{}\n", app.version());
    } catch (const CLI::Success&) { // --help
        fmt::print("{}", app.help());
    } catch (const CLI::ParseError& error) {
        const std::string_view text = error.what();
        throw Error(ErrorKind::usage, NS_MESSAGE("runner.usage", "{0}; see \"{1} --help\""), text.substr(0, text.find('\n')),
                    app.get_name());
    }
    return false;
}

void addModelOptions(CLI::App& command, ModelOptions& options, Output& output)
{
    command.add_option("MODEL", options.model, "The packed model, which \"netsmith-cli pack RUN FILE.nsm\" writes")
        ->required()
        ->type_name("FILE");
    command
        .add_option("--batch", options.batch,
                    "Number of samples computed at a time; 1 answers single samples soonest (as netsmith-cli predict)")
        ->check(wholeNumber(1, largestBatch))
        ->type_name("N");
    command.add_option("--threads", options.threads, "Number of threads (all cores)")->check(wholeNumber(1, 4096))->type_name("N");
    command.add_flag("--json", output.json, "Print one JSON object per line instead of text");
}

} // namespace netsmith::runner
