#include "engine/cli/completion.h"

#include "engine/cli/command_line.h"

#include <fmt/format.h>

namespace netsmith::cli {

void addCompletion(CommandLine& line)
{
    CLI::App& command = line.add(line.app, "completion", "Print a bash completion script");
    command.footer("Use it in this shell with: source <(netsmith-cli completion)");
    // A script has no JSON form.
    command.callback([&line] { fmt::print("{}", bashCompletion(line.app)); });
}

} // namespace netsmith::cli
