#include "engine/cli/command_line.h"
#include "engine/cli/completion.h"
#include "engine/cli/project_options.h"
#include "engine/cli/weight_options.h"
#include "engine/train/project_checks.h"

#include <memory>

namespace netsmith::cli {
namespace {

struct MatchCommandOptions {
    ProjectOptions project;
    WeightOptions weights;
};

int run(Console& console, const MatchCommandOptions& options)
{
    applyMachineOptions(options.project);
    const Project project = openProject(options.project);
    const std::optional<InitialWeights> from = chosenWeights(project, options.weights, options.project.dataDir);
    if (!from)
        throw Error(ErrorKind::usage, NS_MESSAGE("cli.match.file", "{0} names no initial weights; say which file to match"),
                    options.project.path);
    const CheckedProject checked = train::checkProject(project, data::dataPaths(options.project.dataDir));
    checked.requireOk();
    const train::WeightMatching weights = train::matchInitialWeights(*from, checked);
    showMatching(console, *from, weights, false);
    train::requireWhole(*from, weights.matching);
    return 0;
}

} // namespace

void addMatch(CommandLine& line)
{
    CLI::App& command =
        line.add(line.app, "match", "Show which tensors of a file would fill a project's weights, without training");
    const auto options = std::make_shared<MatchCommandOptions>();
    addCommonOptions(command, options->project);
    command.add_option("WEIGHTS", options->weights.path, "A run, one of its checkpoints, or a file of weights (the project's own)")
        ->type_name(fileType);
    addMatchingOptions(command, options->weights, "");
    line.onRun(command, [&line, options] { return run(line.console, *options); });
}

} // namespace netsmith::cli
