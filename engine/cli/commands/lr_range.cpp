#include "engine/train/rate_range.h"

#include "engine/backend/loader.h"
#include "engine/cli/command_line.h"
#include "engine/cli/project_options.h"
#include "engine/cli/terminal/signals.h"
#include "engine/cli/words/advice.h"
#include "engine/cli/words/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace netsmith::cli {
namespace {

struct LrRangeOptions {
    ProjectOptions project;
    double from = 1e-7;
    double to = 10.0;
    int steps = 100;
};

void printTable(Console& console, const std::vector<train::RatePoint>& points)
{
    using enum Table::Align;
    Table table({right, right, right}, 2);
    table.add({"learning rate", "loss", "smoothed"});
    for (const std::size_t i : rowsOnAScreen(points.size()))
        table.add({fmt::format("{:.3g}", points[i].rate), fmt::format("{:.4f}", points[i].loss),
                   fmt::format("{:.4f}", points[i].smoothed)});
    console.print(table.text());
}

int run(Console& console, const LrRangeOptions& options)
{
    const SignalWatch signals;
    applyMachineOptions(options.project);
    Project project = openProject(options.project);
    Backend& backend = *backendFor(project.training.device).take();
    train::LoadedData data = train::loadData(project, options.project.dataDir);
    console.note("data: " + withAdvice(data.words));
    std::int64_t done = 0;
    const auto tell = [&](const train::RatePoint& point) {
        console.event("rate", {{"rate", point.rate}, {"loss", point.loss}, {"smoothed", point.smoothed}});
        console.progress("lr-range", ++done, options.steps, fmt::format("loss {:.4f}", point.smoothed));
    };
    const train::RateRange range = train::findRates(std::move(project), std::move(data), backend,
                                                    {.from = options.from,
                                                     .to = options.to,
                                                     .steps = options.steps,
                                                     .fuse = !options.project.noFusion,
                                                     .stop = signals.token(),
                                                     .point = tell});
    if (signals.exitCode())
        return signals.exitCode();

    printTable(console, range.points);
    const auto jsonOf = [](const std::optional<double>& rate) { return rate ? Json(*rate) : Json(nullptr); };
    console.event("rates",
                  {{"steps", range.points.size()},
                   {"exploded", range.exploded},
                   {"steepest", jsonOf(range.steepest)},
                   {"lowest_tenth", jsonOf(range.lowest)}});
    if (range.exploded)
        console.print(fmt::format("stopped after {} steps: the loss grew too much", range.points.size()));
    if (range.steepest)
        console.print(fmt::format("suggested learning rate: {:.2g} (where the loss fell fastest)", *range.steepest));
    if (range.lowest)
        console.print(fmt::format("a tenth of the rate at the lowest loss: {:.2g}", *range.lowest));
    if (!range.steepest && !range.lowest)
        console.print("no suggestion: the loss did not fall by more than it varies from batch to batch; try other rates with "
                      "--from and --to, more steps or a larger batch");
    return 0;
}

} // namespace

void addLrRange(CommandLine& line)
{
    CLI::App& command =
        line.add(line.app, "lr-range", "Find a learning rate: train a few steps with a growing rate and see where the loss falls");
    const auto options = std::make_shared<LrRangeOptions>();
    addProjectOptions(command, options->project);
    command.add_option("--from", options->from, "The first learning rate")->type_name("RATE")->capture_default_str();
    command.add_option("--to", options->to, "The last learning rate")->type_name("RATE")->capture_default_str();
    command.add_option("--steps", options->steps, "Number of steps over which it grows")->type_name("N")->capture_default_str();
    command.footer("The project's own learning rate and schedule are ignored, and nothing is written.");
    line.onRun(command, [&line, options] { return run(line.console, *options); });
}

} // namespace netsmith::cli
