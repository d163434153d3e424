#include "engine/cli/terminal/console.h"

#include "engine/core/utf8.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <sys/ioctl.h>
#include <unistd.h>

namespace netsmith::cli {

void Console::print(std::string_view text)
{
    if (json || onlyErrors)
        return;
    m_bar.clear(); // stdout may be the same terminal
    write(visibleLines(text) + (text.ends_with('\n') ? "" : "\n"));
}

void Console::line(std::string_view text)
{
    print(visibleText(text));
}

void Console::piece(std::string_view text)
{
    if (json || onlyErrors)
        return;
    m_bar.clear();
    write(visibleLines(text));
}

void Console::event(std::string_view name, const Json& fields)
{
    if (!json || onlyErrors)
        return;
    m_bar.clear();
    Json object{{"event", name}};
    object.update(fields);
    // A path need not be UTF-8, but JSON must be.
    write(visibleJson(object.dump(-1, ' ', false, Json::error_handler_t::replace)) + '\n');
}

void Console::note(std::string_view text)
{
    if (!onlyErrors)
        log("", text);
}

void Console::warn(std::string_view text)
{
    if (onlyErrors)
        return;
    log("warning: ", text);
    event("warning", {{"message", text}});
}

void Console::error(int code, std::string_view text)
{
    log("error: ", text);
    event("error", {{"code", code}, {"message", text}});
}

void Console::flush()
{
    write({});
    if (m_writeError == 0)
        return;
    std::clearerr(stdout);
    if (m_writeError == EPIPE)
        throw Error(
            ErrorKind::failed,
            NS_MESSAGE("cli.stdout_reader", "the result could not be written: the program reading standard output has ended"));
    throw Error(ErrorKind::resources, NS_MESSAGE("cli.stdout", "the result could not be written to standard output: {0}"),
                std::strerror(m_writeError));
}

std::size_t Console::columns() const
{
    winsize size{};
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

void Console::log(std::string_view prefix, std::string_view text)
{
    m_bar.clear();
    std::string line(prefix);
    line += text;
    // One event, one line: a library's message or a file name may hold line breaks.
    for (char& c : line)
        if (c == '\n' || c == '\r')
            c = ' ';
    line = visibleText(line) + '\n';
    std::fwrite(line.data(), 1, line.size(), stderr);
}

/// A reader of the pipe sees each result as soon as it is available.
void Console::write(std::string_view text)
{
    if (text.empty())
        return;
    errno = 0;
    if ((std::fwrite(text.data(), 1, text.size(), stdout) < text.size() || std::fflush(stdout) != 0 || std::ferror(stdout))
        && m_writeError == 0)
        m_writeError = errno ? errno : EIO;
}

} // namespace netsmith::cli
