#include "engine/inspect/measures/step_profile.h"

#include "engine/backend/loader.h"
#include "engine/cli/command_line.h"
#include "engine/cli/completion.h"
#include "engine/cli/profile_words.h"
#include "engine/cli/project_options.h"
#include "engine/cli/terminal/output_file.h"
#include "engine/cli/terminal/signals.h"
#include "engine/cli/words/advice.h"
#include "engine/cli/words/words.h"
#include "engine/inspect/profiler/chrome_trace.h"
#include "engine/inspect/profiler/profile_training.h"
#include "engine/train/trainer/launch_pacer.h"
#include "engine/train/trainer/resumption.h"

#include <fmt/format.h>

#include <memory>

namespace netsmith::cli {
namespace {

using inspect::LayerMeasures;
using inspect::StepMeasures;

struct ProfileOptions {
    ProjectOptions project;
    std::string weights;
    int steps = 20;
    bool kernels = false;
    bool noAdvice = false;
    std::string trace;
    std::string output;
};

/// Whether a network with this spends its time on the layer: an input or a reshape costs and learns nothing.
bool isEmpty(const LayerMeasures& layer)
{
    return layer.seconds() == 0.0 && !layer.gradient && !layer.dead && !layer.saturated;
}

std::string milliseconds(double seconds)
{
    return seconds > 0.0 ? fmt::format("{:.3f}", 1000.0 * seconds) : std::string();
}

std::string percent(const std::optional<double>& share)
{
    return share ? fmt::format("{:.1f} %", 100.0 * *share) : std::string();
}

std::string scientific(const std::optional<double>& number)
{
    return number ? fmt::format("{:.2e}", *number) : std::string();
}

void tell(Console& console, const StepMeasures& all)
{
    using enum Table::Align;
    std::vector<Table::Align> columns(11, right);
    columns.front() = left;
    Table table(std::move(columns), 2);
    table.add({"layer", "forward", "backward", "of time", "GFLOP/s", "of peak", "GB/s", "gradient", "update", "dead", "saturated"});
    const auto share = [&](double seconds) { return all.seconds() > 0.0 ? seconds / all.seconds() : 0.0; };
    for (const LayerMeasures& layer : all.layers) {
        const double seconds = layer.seconds();
        console.event("layer",
                      {{"layer", layer.node},
                       {"forward_ms", 1000.0 * layer.forward},
                       {"backward_ms", 1000.0 * layer.backward},
                       {"share", share(seconds)},
                       {"flops", layer.flops},
                       {"bytes", layer.bytes},
                       {"share_of_peak", all.peak > 0.0 && layer.flops > 0.0 ? Json(layer.rate() / all.peak) : Json()},
                       {"gradient_rms", jsonOf(layer.gradient)},
                       {"update_ratio", jsonOf(layer.update)},
                       {"dead", jsonOf(layer.dead)},
                       {"saturated", jsonOf(layer.saturated)}});
        if (isEmpty(layer))
            continue;
        const bool computes = layer.flops > 0.0 && seconds > 0.0;
        table.add({layer.node, milliseconds(layer.forward), milliseconds(layer.backward),
                   seconds > 0.0 ? percent(share(seconds)) : std::string(),
                   computes ? fmt::format("{:.1f}", layer.rate() / 1e9) : std::string(),
                   computes && all.peak > 0.0 ? percent(layer.rate() / all.peak) : std::string(),
                   seconds > 0.0 ? fmt::format("{:.1f}", layer.bytes / seconds / 1e9) : std::string(), scientific(layer.gradient),
                   scientific(layer.update), percent(layer.dead), percent(layer.saturated)});
    }
    table.add({"no layer", milliseconds(all.other), "", percent(share(all.other))});
    console.print(table.text());
}

int run(Console& console, ProfileOptions options)
{
    const SignalWatch signals;
    applyMachineOptions(options.project);
    takeRun(options.project, options.weights);
    Project project = openProject(options.project);
    OutputFile trace(options.trace);
    const bool fuse = !options.project.noFusion;
    Backend& backend = *backendFor(project.training.device).take();
    const PreparingWatch watch{
        .report = [&](const PreparingEvent& event) { console.progress(event.words.text(), event.done, event.total); },
        .stop = signals.token()};
    const train::Stopwatch reading;
    train::LoadedData data = train::loadData(project, options.project.dataDir);
    const double read = reading.seconds();
    console.note("data: " + withAdvice(data.words));
    const data::DataSplit samples = data.set.train;
    inspect::StepProfile steps;
    inspect::TrainingProfile profile;
    std::vector<inspect::Advice> advice;
    std::optional<inspect::FusionSavings> fusion;
    std::optional<inspect::SharingCosts> sharing;
    try {
        train::TrainingSetup setup(project, std::move(data), backend, {.fuse = fuse}, watch);
        setup.network().drawWeights();
        if (!options.weights.empty())
            train::startFrom(options.weights, setup);
        const inspect::DeviceLimits limits = inspect::deviceLimits(backend, setup.device(), project.training.precision, watch);
        steps = inspect::profileSteps(setup, {.steps = options.steps, .peak = limits.flops, .watch = watch});
        profile = inspect::profileTraining(
            setup, {.steps = options.steps, .fused = fuse, .limits = limits, .reading = read, .watch = watch});
        if (!options.noAdvice) {
            advice = inspect::adviceOn(profile, inspect::measureAlternatives(project, profile, samples, backend, {.watch = watch}));
            sharing = inspect::measureSharing(setup, backend, slowestConvolution(profile, setup), watch);
            if (fuse)
                fusion = inspect::measureFusion(project, samples, backend, {.watch = watch});
        }
    } catch (const Error&) {
        if (!signals.exitCode())
            throw;
        return signals.exitCode();
    }
    const StepMeasures& layers = steps.layers;
    if (layers.unobserved)
        console.warn(layers.unobserved->text());
    tell(console, layers);
    tellKernels(console, profile, options.kernels);
    tellProfile(console, profile, layers, steps.step);
    tellFindings(console, profile);
    if (fusion)
        tellFusion(console, *fusion);
    if (sharing)
        tellSharing(console, *sharing);
    for (const inspect::Advice& each : advice)
        tellAdvice(console, each);
    if (trace) {
        trace.write(inspect::chromeTrace(profile));
        console.line(fmt::format("wrote {}", trace.path()));
    }
    if (!options.output.empty()) {
        for (const inspect::Advice& each : advice)
            if (each.remedy)
                stateOf(*each.remedy, project, &project);
        saveProject(project, options.output).take();
        console.line(fmt::format("wrote {}", options.output));
    }
    return 0;
}

} // namespace

void addProfile(CommandLine& line)
{
    CLI::App& command =
        line.add(line.app, "profile",
                 "Find where the time and memory of training go, layer by layer and kernel by kernel, and what would be faster");
    const auto options = std::make_shared<ProfileOptions>();
    addProjectOptions(command, options->project);
    command.get_option("PROJECT")->description("The project file, or a run's folder: its project and its weights");
    command.add_option("--weights", options->weights, "A run, or one of its checkpoints, whose weights to begin with (random)")
        ->type_name(folderType);
    command.add_option("--steps", options->steps, "Steps to train before measuring")
        ->check(wholeNumber(1, 100000))
        ->type_name("N")
        ->capture_default_str();
    command.add_flag("--kernels", options->kernels, "List the kernels of a step, the longest first");
    command.add_flag("--no-advice", options->noAdvice,
                     "Do not time what may be faster: a larger batch, BF16, all cores, fusion, other layers");
    command
        .add_option("--trace", options->trace,
                    "Write the timeline of a step to this file, as Chrome trace JSON, which ui.perfetto.dev opens")
        ->type_name("FILE");
    command.add_option("--output", options->output, "Write the project with all suggested changes to this file")->type_name("FILE");
    command.footer(
        "Milliseconds for a batch. gradient: root mean square over the layer's weights, of the mean loss. update: how far "
        "one step moves the weights, relative to them. dead: units of a ReLU that were 0 for all samples looked at. "
        "saturated: numbers where the activation's slope is under a twentieth of its largest. Trains in memory; the project and "
        "its "
        "runs stay as they are. The device's limits are measured once and kept.");
    line.onRun(command, [&line, options] { return run(line.console, *options); });
}

} // namespace netsmith::cli
