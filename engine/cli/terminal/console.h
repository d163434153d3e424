#pragma once

#include "engine/cli/terminal/progress_bar.h"
#include "engine/core/error.h"
#include "engine/graph/graph.h"

#include <optional>
#include <string>
#include <string_view>

namespace netsmith::cli {

/// A number of an event; null where it is unknown, as what is not finite.
inline Json jsonOf(const std::optional<double>& number)
{
    return number ? Json(*number) : Json();
}

/// Where a command's words go: results to stdout, for people or as JSON lines; the log and the progress bar to stderr. All of them
/// hold names, labels and reasons that others wrote: characters that would act on a terminal are escaped here.
class Console {
public:
    bool json = false; ///< JSON lines instead of words on stdout
    bool onlyErrors = false; ///< on stderr: nothing else is written

    /// A result in words, ended by a line break; silent with --json. May have several lines, so names in it must go through
    /// `visibleText` first.
    void print(std::string_view text);
    /// The same for one line, whatever the names in it contain.
    void line(std::string_view text);
    /// A part of a result that arrives in pieces, without a line break; silent with --json.
    void piece(std::string_view text);
    /// A result for programs: one JSON object on one line, `{"event":name, …}`; silent without --json.
    void event(std::string_view name, const Json& fields = Json::object());

    /// A line of the log.
    void note(std::string_view text);
    void warn(std::string_view text);
    /// The one line that a failed command ends with.
    void error(int code, std::string_view text);

    /// Until something else is written, or the program ends.
    void progress(const std::string& what, std::int64_t done, std::int64_t total, const std::string& tail = {})
    {
        if (!onlyErrors)
            m_bar.show(what, done, total, tail);
    }
    /// How wide stdout is.
    std::size_t columns() const;

    /// Throws `cli.stdout` unless everything printed has left the process: a full disk must not look like success.
    void flush();
    /// Whether a result could not be written, so that later ones would not be read either.
    bool isLost() const { return m_writeError != 0; }

private:
    void write(std::string_view text);
    void log(std::string_view prefix, std::string_view text);

    ProgressBar m_bar;
    int m_writeError = 0; ///< of the first result that could not be written
};

} // namespace netsmith::cli
